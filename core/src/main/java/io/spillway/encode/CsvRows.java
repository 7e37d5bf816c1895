package io.spillway.encode;

import java.util.Optional;

/** Canal-json in the spool, CSV in the files: the columns' order is known when a file is sealed. */
public final class CsvRows extends CanalJsonRows {
  private static final long serialVersionUID = 1L;

  private final CsvOptions options;

  public CsvRows(CsvOptions options, Compression compression) {
    super(compression);
    this.options = options;
  }

  @Override
  public String extension() {
    return ".csv" + compression().suffix();
  }

  @Override
  public Optional<CsvOptions> csv() {
    return Optional.of(options);
  }
}
