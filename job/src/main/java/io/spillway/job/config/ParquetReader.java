package io.spillway.job.config;

import io.spillway.encode.ParquetCodec;
import io.spillway.encode.ParquetOptions;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** Reads section {@code storage.parquet}. */
final class ParquetReader {
  private ParquetReader() {}

  /**
   * @param sources say in which zone rows show TIMESTAMP columns, where the section doesn't
   */
  static ParquetOptions read(Section section, List<SourceConfig> sources) {
    try (section) {
      ParquetOptions defaults = ParquetOptions.DEFAULT;
      Value given = section.value("timestamp-zone");
      ZoneId zone = given.isPresent() ? given.zone("UTC") : SourceConfig.shownZone(sources);
      return new ParquetOptions(
          section.value("compression").choice(ParquetCodec.ZSTD),
          (int) section.value("row-group-size").size("32 mb", "64 kb", "512 mb"),
          section.value("include-op").flag(defaults.operation()),
          section.value("include-commit-ts").flag(defaults.commitTs()),
          section.value("output-old-value").flag(defaults.oldValues()),
          // by one name, as buckets remember it
          zone.normalized().equals(ZoneOffset.UTC) ? defaults.zone() : zone);
    }
  }
}
