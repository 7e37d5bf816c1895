package io.spillway.job.config;

import io.spillway.encode.RowFormat;
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
 * @param inlineSize bytes, 0..4 mb: files up to it stay with the commit on an object store
 * @param form what data files hold
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
    FileForm form) {

  /** How rows stand in the spool and in data files. */
  public RowFormat rows() {
    return form.rows();
  }

  /** What data files hold. */
  public enum Format {
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
}
