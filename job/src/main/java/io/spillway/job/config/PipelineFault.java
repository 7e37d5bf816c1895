package io.spillway.job.config;

/**
 * One thing that is wrong with a pipeline file.
 *
 * @param line of the file, from 1
 * @param path dotted, as {@code sources[1].brokers}; empty for the file as a whole
 * @param given the value as it stands in the file, quoted, secrets masked; empty where none is
 * @param message what is wrong with it and what is allowed
 */
public record PipelineFault(int line, String path, String given, String message) {

  /** As {@code storage.file-size: "64 mbx" is not a size (as "64 mb", at least 1 kb)}. */
  @Override
  public String toString() {
    String prefix = path.isEmpty() ? "" : path + ": ";
    return prefix + (given.isEmpty() ? message : given + " " + message);
  }
}
