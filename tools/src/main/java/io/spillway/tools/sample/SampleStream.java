package io.spillway.tools.sample;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A made-up change stream in canal-json with TiCDC's extension, with the awkward parts of real
 * life: DDLs on partition 0 only, resolved events on all partitions, tables from hot to cold (a
 * table's partition is the CRC-32 of its name, so partitions are unequal), transactions of several
 * rows, rows with a DDL's own commit timestamp, rows that come again after and before they were
 * resolved.
 */
public final class SampleStream {
  private final SampleSettings settings;

  public SampleStream(SampleSettings settings) {
    this.settings = settings;
  }

  /** The schema of all tables. */
  public static String database() {
    return SampleMessages.DATABASE;
  }

  /** Writes {@code shop-<partition>.ndjson} into the folder, which is made where it isn't there. */
  public void write(Path folder) throws IOException {
    try (SampleWriter writing = new SampleWriter(settings, folder, false)) {
      writing.all();
    }
  }

  /** Writes as {@link #write} does, and tells what: 100 bytes of memory a row. */
  public Sent writeAndTell(Path folder) throws IOException {
    try (SampleWriter writing = new SampleWriter(settings, folder, true)) {
      writing.all();
      return writing.sent();
    }
  }
}
