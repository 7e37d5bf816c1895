package io.spillway.decode;

/** A range of the message at hand; empty where there is nothing. Reused. */
final class Span {
  int from;
  int to;

  void set(int start, int end) {
    from = start;
    to = end;
  }

  void clear() {
    from = 0;
    to = 0;
  }

  boolean isEmpty() {
    return from == to;
  }

  /** Whether it is a string token with no text in it, or nothing at all. */
  boolean isBlank() {
    return to - from <= 2;
  }
}
