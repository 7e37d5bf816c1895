package io.spillway.job.config;

import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;

/**
 * Section {@code storage}: the files and their layout. The ranges are TiCDC's.
 *
 * @param fileSize bytes, 1 kb..512 mb; the file that reaches it is sealed
 * @param flushInterval 100 ms..10 min, from the oldest unsealed row of a dispatcher
 * @param dateZone zone in which a file's date folder is told
 * @param fileIndexDigits 6..20
 * @param uploadThreads 1..512, per subtask
 */
public record StorageConfig(
    URI path,
    FileFormat format,
    long fileSize,
    Duration flushInterval,
    DateSeparator dateSeparator,
    ZoneId dateZone,
    int fileIndexDigits,
    Compression compression,
    int uploadThreads,
    CsvConfig csv) {

  /** What a data file holds. */
  public enum FileFormat {
    CANAL_JSON,
    CSV,
    PARQUET
  }

  /** How fine the date folders are. */
  public enum DateSeparator {
    NONE,
    YEAR,
    MONTH,
    DAY
  }

  /** How a data file is compressed as a whole. */
  public enum Compression {
    NONE,
    GZIP,
    ZSTD
  }

  /**
   * Section {@code storage.csv}; read only where the format is CSV.
   *
   * @param delimiter 1 to 3 characters, no line break, none of them the quote
   * @param quote one character, or empty for none
   * @param nullText stands unquoted for null
   * @param terminator {@code \r\n} or {@code \n}
   */
  public record CsvConfig(
      String delimiter,
      String quote,
      String nullText,
      boolean includeCommitTs,
      String terminator) {}
}
