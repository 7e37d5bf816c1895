package io.spillway.encode;

import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import java.util.Optional;

/** Canal-json in the spool, CSV in the files: the columns' order is known when a file is sealed. */
public final class CsvRows implements RowFormat {
  private static final long serialVersionUID = 1L;

  private final CanalJsonRows spooled;
  private final CsvOptions options;

  public CsvRows(CsvOptions options, Compression compression) {
    this.options = options;
    this.spooled = new CanalJsonRows(compression);
  }

  @Override
  public String extension() {
    return ".csv" + compression().suffix();
  }

  @Override
  public Compression compression() {
    return spooled.compression();
  }

  @Override
  public void append(Row row, RowBatchBuilder batch) {
    spooled.append(row, batch);
  }

  @Override
  public RowIdentities identities() {
    return spooled.identities();
  }

  @Override
  public Optional<CsvOptions> csv() {
    return Optional.of(options);
  }
}
