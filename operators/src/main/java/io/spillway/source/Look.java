package io.spillway.source;

/**
 * What became of one look for new partitions.
 *
 * @param <T> what is found
 */
sealed interface Look<T> {
  /** It wasn't due. */
  record Skipped<T>() implements Look<T> {}

  record Found<T>(T value) implements Look<T> {}

  /**
   * @param beganMs when the look began, ms: a client may try for a minute before it fails
   */
  record Failed<T>(Exception failure, long beganMs) implements Look<T> {}
}
