package io.spillway.encode;

import java.util.Optional;

/**
 * Canal-json in the spool, Parquet in the files, each of which is written when it is sealed. Pages
 * are compressed, and files are not.
 */
public final class ParquetRows extends CanalJsonRows {
  private static final long serialVersionUID = 1L;

  private final ParquetOptions options;

  public ParquetRows(ParquetOptions options) {
    this.options = options;
  }

  @Override
  public String extension() {
    return ".parquet";
  }

  @Override
  public Optional<ParquetOptions> parquet() {
    return Optional.of(options);
  }
}
