package io.spillway.job.config;

import io.spillway.encode.CanalJsonRows;
import io.spillway.encode.Compression;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.CsvRows;
import io.spillway.encode.RowFormat;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Section {@code storage}: the files and their layout. The ranges are TiCDC's.
 *
 * @param fileSize bytes, 1 kb..512 mb; the file that reaches it is sealed
 * @param flushInterval 100 ms..10 min, from the oldest unsealed row of a dispatcher
 * @param dateZone zone in which a file's date folder is told
 * @param fileIndexDigits 6..20
 * @param uploadThreads 1..512, per subtask
 * @param inlineSize bytes, 0..4 mb: files up to it stay with the commit on an object store
 * @param compression of data files
 * @param csv how rows stand in them where they are CSV; empty where they are canal-json
 */
public record StorageConfig(
    URI path,
    long fileSize,
    Duration flushInterval,
    DateSeparator dateSeparator,
    ZoneId dateZone,
    int fileIndexDigits,
    int uploadThreads,
    long inlineSize,
    Compression compression,
    Optional<CsvOptions> csv) {

  /** How rows stand in the spool and in data files. */
  public RowFormat rows() {
    return csv.<RowFormat>map(options -> new CsvRows(options, compression))
        .orElseGet(() -> new CanalJsonRows(compression));
  }

  /** The form of data files as a bucket's owner file has it; empty where it can't be chosen. */
  public String form() {
    return csv.map(CsvOptions::text).orElse("");
  }

  /** What data files hold. */
  public enum Format {
    CANAL_JSON,
    CSV
  }

  /** How fine the date folders are. */
  public enum DateSeparator {
    NONE,
    YEAR,
    MONTH,
    DAY
  }
}
