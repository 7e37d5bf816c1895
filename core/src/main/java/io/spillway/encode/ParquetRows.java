package io.spillway.encode;

import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import java.util.Optional;

/** Canal-json in the spool, Parquet in the files, each of which is written when it is sealed. */
public final class ParquetRows implements RowFormat {
  private static final long serialVersionUID = 1L;

  private final CanalJsonRows spooled = new CanalJsonRows();
  private final ParquetOptions options;

  public ParquetRows(ParquetOptions options) {
    this.options = options;
  }

  @Override
  public String extension() {
    return ".parquet";
  }

  /** Pages are compressed, and files are not. */
  @Override
  public Compression compression() {
    return Compression.NONE;
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
  public Optional<ParquetOptions> parquet() {
    return Optional.of(options);
  }
}
