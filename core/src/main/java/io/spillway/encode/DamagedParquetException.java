package io.spillway.encode;

import java.io.IOException;

/** A Parquet file can't be read, however often one tries. */
public final class DamagedParquetException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedParquetException(String what) {
    super(what);
  }

  DamagedParquetException(Exception cause) {
    super("no Parquet file that can be read: " + cause.getMessage(), cause);
  }
}
