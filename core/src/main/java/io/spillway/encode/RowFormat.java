package io.spillway.encode;

import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a row stands in the spool, and in a file. */
public interface RowFormat extends Serializable {
  /** Ending of file names, with its dot, that of the compression included. */
  String extension();

  /** Of the files, each as a whole. */
  Compression compression();

  /** Appends the row as it stands in the spool, with its terminator. */
  void append(Row row, RowBatchBuilder batch);

  /** A reader of the identities of rows that stand as {@link #append} writes them. */
  RowIdentities identities();

  /** How rows stand in files where that is CSV; empty where they stand as in the spool. */
  default Optional<CsvOptions> csv() {
    return Optional.empty();
  }

  /** The same of Parquet. */
  default Optional<ParquetOptions> parquet() {
    return Optional.empty();
  }

  /** The endings of all files that there may be. */
  static List<String> extensions() {
    Stream<RowFormat> lines =
        Arrays.stream(Compression.values())
            .flatMap(
                compression ->
                    Stream.of(
                        new CanalJsonRows(compression),
                        new CsvRows(CsvOptions.DEFAULT, compression)));
    return Stream.concat(lines, Stream.of(new ParquetRows(ParquetOptions.DEFAULT)))
        .map(RowFormat::extension)
        .toList();
  }
}
