package io.spillway.tools.sample;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A made-up change stream with the awkward parts of real life: resolved events on all partitions,
 * tables from hot to cold (a table's partition is the CRC-32 of its name, so partitions are
 * unequal), transactions of several rows, rows with a DDL's own commit timestamp, rows that come
 * again after and before they were resolved. It is made as canal-json with TiCDC's extension and
 * DDLs on partition 0 only, and may be written in another format.
 */
public final class SampleStream {
  private static final int BUFFER_BYTES = 1 << 18;

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
    write(folder, SampleFormat.CANAL_JSON);
  }

  /**
   * Writes the same changes in one of the formats. In others than canal-json each DDL comes in
   * every partition.
   */
  public void write(Path folder, SampleFormat format) throws IOException {
    try (SampleWriter writing = new SampleWriter(settings, files(folder, format), false)) {
      writing.all();
    }
  }

  /** Writes as {@link #write} does, and tells what: 100 bytes of memory a row. */
  public Sent writeAndTell(Path folder) throws IOException {
    try (SampleWriter writing =
        new SampleWriter(settings, files(folder, SampleFormat.CANAL_JSON), true)) {
      writing.all();
      return writing.sent();
    }
  }

  /** Removes the files that an earlier stream of more partitions has left; gives their number. */
  public int removeSurplus(Path folder) throws IOException {
    int removed = 0;
    while (Files.deleteIfExists(file(folder, settings.partitions() + removed))) {
      removed++;
    }
    return removed;
  }

  private static Path file(Path folder, int partition) {
    return folder.resolve("shop-" + partition + ".ndjson");
  }

  private List<SampleFile> files(Path folder, SampleFormat format) throws IOException {
    Files.createDirectories(folder);
    List<JsonNode> statements = new ArrayList<>();
    List<SampleFile> files = new ArrayList<>();
    for (int i = 0; i < settings.partitions(); i++) {
      OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(file(folder, i)), BUFFER_BYTES);
      files.add(
          format == SampleFormat.CANAL_JSON
              ? new CanalFile(out)
              : new TranslatedFile(format, out, statements));
    }
    return files;
  }
}
