package io.spillway.job.config;

import io.spillway.encode.Compression;
import io.spillway.encode.ParquetOptions;
import io.spillway.job.config.StorageConfig.DateSeparator;
import io.spillway.job.config.StorageConfig.Format;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Reads sections {@code spool} and {@code storage}. */
final class StorageReader {
  /** File systems of Hadoop's that can't be a bucket, with the reason. */
  private static final Map<String, String> UNFIT =
      Map.of(
          "viewfs",
              "it shows folders of several file systems, and only hdfs: itself has been tried",
          "webhdfs", "Flink can't end an unfinished file there after a restart",
          "swebhdfs", "Flink can't end an unfinished file there after a restart",
          "har", "an archive can't be written to",
          "ofs", "Flink can't end an unfinished file there after a restart",
          "o3fs", "Flink can't end an unfinished file there after a restart");

  private StorageReader() {}

  static SpoolConfig spool(Section section) {
    try (section) {
      SpoolConfig spool =
          new SpoolConfig(
              memory(section),
              section.value("quota").size("4 gb", "1 kb", ""),
              section.value("high-watermark").share(0.8),
              section.value("low-watermark").share(0.6));
      if (spool.memory().orElse(0) > spool.quota() && section.sound("memory", "quota")) {
        String key = section.has("memory") ? "memory" : "quota";
        section.fault(key, "contradicts the other: memory is a part of quota, so it is not larger");
      }
      if (spool.lowWatermark() >= spool.highWatermark()
          && section.sound("low-watermark", "high-watermark")) {
        String key = section.has("low-watermark") ? "low-watermark" : "high-watermark";
        section.fault(key, "contradicts the other: low-watermark must be below high-watermark");
      }
      return spool;
    }
  }

  private static OptionalLong memory(Section section) {
    Value memory = section.value("memory");
    return memory.isPresent()
        ? OptionalLong.of(memory.size("256 mb", "1 kb", ""))
        : OptionalLong.empty();
  }

  static StorageConfig storage(Section section, SpoolConfig spool, List<SourceConfig> sources) {
    try (section) {
      StorageConfig storage =
          new StorageConfig(
              section.value("path").requiredUri("file:///data/spillway-out"),
              fileSize(section, spool),
              flushInterval(section),
              section.value("date-separator").choice(DateSeparator.DAY),
              section.value("date-zone").zone("UTC"),
              section.value("file-index-digits").integer(20, 6, 20),
              section.value("upload-threads").integer(16, 1, 512),
              section.value("inline-size").size("1 mb", "0 kb", "4 mb"),
              form(section, sources));
      String unfit = UNFIT.get(storage.path().getScheme().toLowerCase(Locale.ROOT));
      if (section.sound("path") && unfit != null) {
        section.fault(
            "path",
            "is on a file system that can't be a bucket: %s. Use HDFS by its own name"
                    .formatted(unfit)
                + " (hdfs://namenode/out), an object store (as s3://bucket/out; Ozone has an S3"
                + " gateway) or a disk that all machines mount (file:///mnt/out); checkpoints may"
                + " stay where they are");
      }
      return storage;
    }
  }

  private static FileForm form(Section section, List<SourceConfig> sources) {
    Format format = section.value("format").choice(Format.CANAL_JSON);
    Compression compression = section.value("compression").choice(Compression.NONE);
    ParquetOptions parquet = ParquetReader.read(section.section("parquet"), sources);
    if (format == Format.CSV) {
      return new FileForm.Csv(CsvReader.read(section.section("csv")), compression);
    }
    // 0.1.0 took settings of a format that it couldn't write
    section.ignore(List.of("csv"));
    if (format == Format.CANAL_JSON) {
      return new FileForm.CanalJson(compression);
    }
    if (compression != Compression.NONE) {
      section.fault(
          "compression",
          "is of whole files, which no reader of Parquet could open: its pages are compressed, as storage.parquet.compression says. Leave it out");
    }
    return new FileForm.Parquet(parquet);
  }

  /** Of all tables, or of those of a rule. */
  static long fileSize(Section section, SpoolConfig spool) {
    long size = section.value("file-size").size("64 mb", "1 kb", "512 mb");
    if (section.sound("file-size") && size >= spool.quota() * spool.lowWatermark()) {
      section.fault(
          "file-size",
          "must be below spool.quota * spool.low-watermark;"
              + " else a full spool would decide the size of every file");
    }
    return size;
  }

  /** Of all tables, or of those of a rule. */
  static Duration flushInterval(Section section) {
    return section.value("flush-interval").duration("5 s", "100 ms", "10 min");
  }
}
