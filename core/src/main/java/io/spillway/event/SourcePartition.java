package io.spillway.event;

/**
 * One ordered part of the input: a Kafka partition or an input file.
 *
 * @param source topic, or the part of the file's name before its partition number
 * @param number partition number, 0 or more
 */
public record SourcePartition(String source, int number) {
  /** Short form for logs, errors and file names, as {@code orders-3}. */
  public String label() {
    return source + "-" + number;
  }

  @Override
  public String toString() {
    return label();
  }
}
