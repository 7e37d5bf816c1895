package io.spillway.job.config;

import io.spillway.job.config.StorageConfig.Compression;
import io.spillway.job.config.StorageConfig.CsvConfig;
import io.spillway.job.config.StorageConfig.DateSeparator;
import io.spillway.job.config.StorageConfig.FileFormat;

/** Reads sections {@code spool} and {@code storage}. */
final class StorageReader {
  private StorageReader() {}

  static SpoolConfig spool(Section section) {
    try (section) {
      SpoolConfig spool =
          new SpoolConfig(
              section.value("memory").size("256 mb", "1 kb", ""),
              section.value("quota").size("4 gb", "1 kb", ""),
              section.value("high-watermark").share(0.8),
              section.value("low-watermark").share(0.6));
      if (spool.memory() > spool.quota() && section.sound("memory", "quota")) {
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

  static StorageConfig storage(Section section, SpoolConfig spool) {
    try (section) {
      StorageConfig storage =
          new StorageConfig(
              section.value("path").requiredUri("file:///data/spillway-out"),
              section.value("format").choice(FileFormat.CANAL_JSON),
              section.value("file-size").size("64 mb", "1 kb", "512 mb"),
              section.value("flush-interval").duration("5 s", "100 ms", "10 min"),
              section.value("date-separator").choice(DateSeparator.DAY),
              section.value("date-zone").zone("UTC"),
              section.value("file-index-digits").integer(20, 6, 20),
              section.value("compression").choice(Compression.NONE),
              section.value("upload-threads").integer(16, 1, 512),
              csv(section.section("csv")));
      if (section.sound("file-size")
          && storage.fileSize() >= spool.quota() * spool.lowWatermark()) {
        section.fault(
            "file-size",
            "must be below spool.quota * spool.low-watermark;"
                + " else a full spool would decide the size of every file");
      }
      return storage;
    }
  }

  /** The limits are those of TiCDC's {@code [sink.csv]}; the rest keeps a file readable. */
  private static CsvConfig csv(Section section) {
    try (section) {
      CsvConfig csv =
          new CsvConfig(
              section.value("delimiter").text(","),
              section.value("quote").text("\""),
              section.value("null").text("\\N"),
              section.value("include-commit-ts").flag(true),
              section.value("terminator").text("\r\n"));
      if (csv.delimiter().isEmpty() || length(csv.delimiter()) > 3) {
        section.fault("delimiter", "must have 1 to 3 characters");
      } else if (breaksLine(csv.delimiter())) {
        section.fault("delimiter", "must not hold a line break");
      } else if (!csv.quote().isEmpty() && csv.delimiter().contains(csv.quote())) {
        section.fault("delimiter", "must not share a character with quote");
      }
      if (length(csv.quote()) > 1 || breaksLine(csv.quote())) {
        section.fault("quote", "must be one character, no line break, or empty for none");
      }
      if (breaksLine(csv.nullText()) || holds(csv.nullText(), csv.delimiter(), csv.quote())) {
        section.fault("null", "must not hold a line break, the delimiter or the quote");
      }
      if (!csv.terminator().equals("\r\n") && !csv.terminator().equals("\n")) {
        section.fault("terminator", "must be \"\\r\\n\" or \"\\n\" (in double quotes)");
      }
      return csv;
    }
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static boolean breaksLine(String text) {
    return text.contains("\r") || text.contains("\n");
  }

  private static boolean holds(String text, String... parts) {
    for (String part : parts) {
      if (!part.isEmpty() && text.contains(part)) {
        return true;
      }
    }
    return false;
  }
}
