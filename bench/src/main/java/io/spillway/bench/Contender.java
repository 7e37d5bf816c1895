package io.spillway.bench;

import java.nio.file.Path;

/** Something that reads the whole input, and is timed. */
interface Contender {
  String name();

  /**
   * Reads all of it.
   *
   * @param output an empty place for what it writes; not made yet
   * @return ns that it took
   */
  long run(BenchInput input, Path output) throws Exception;

  /** Whether what it writes is as large as the rows are; not where it compresses them. */
  default boolean writesRowsAsTheyAre() {
    return true;
  }

  /** Whether a file below its output is one of those that it is there to write. */
  boolean isData(Path file);
}
