package io.spillway.encode;

import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import java.io.Serializable;

/** How a row stands in a file. */
public interface RowFormat extends Serializable {
  /** Ending of file names, with its dot, that of the compression included. */
  String extension();

  /** Of the files, each as a whole. */
  Compression compression();

  /** Appends the row as it will stand in the file, with its terminator. */
  void append(Row row, RowBatchBuilder batch);

  /** A reader of the identities of rows that stand as {@link #append} writes them. */
  RowIdentities identities();
}
