package io.spillway.job.config;

import io.spillway.encode.CanalJsonRows;
import io.spillway.encode.Compression;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.CsvRows;
import io.spillway.encode.ParquetOptions;
import io.spillway.encode.ParquetRows;
import io.spillway.encode.RowFormat;

/** What data files hold, with the settings of that format. */
public sealed interface FileForm {
  /** Rows as they came, a line each. */
  record CanalJson(Compression compression) implements FileForm {}

  /** Records as TiCDC's storage sink writes them. */
  record Csv(CsvOptions options, Compression compression) implements FileForm {}

  /** Columns with types. Pages are compressed, and files are not. */
  record Parquet(ParquetOptions options) implements FileForm {}

  /** Of the files, each as a whole. */
  default Compression compression() {
    return Compression.NONE;
  }

  /** How rows stand in the spool and in data files. */
  default RowFormat rows() {
    if (this instanceof CanalJson json) {
      return new CanalJsonRows(json.compression());
    } else if (this instanceof Csv csv) {
      return new CsvRows(csv.options(), csv.compression());
    } else if (this instanceof Parquet parquet) {
      return new ParquetRows(parquet.options());
    }
    throw new IllegalStateException("unknown form " + this);
  }

  /** What a bucket's owner file says of it; empty where it has no options. */
  default String text() {
    if (this instanceof CanalJson) {
      return "";
    } else if (this instanceof Csv csv) {
      return csv.options().text();
    } else if (this instanceof Parquet parquet) {
      return parquet.options().text();
    }
    throw new IllegalStateException("unknown form " + this);
  }

  /** As the pipeline file calls it. */
  default String word() {
    if (this instanceof CanalJson) {
      return "canal-json";
    } else if (this instanceof Csv) {
      return "csv";
    } else if (this instanceof Parquet) {
      return "parquet";
    }
    throw new IllegalStateException("unknown form " + this);
  }
}
