package io.spillway.decode;

import io.spillway.event.Poison;

/**
 * The first thing wrong with the message at hand. That it isn't JSON at all outweighs anything
 * found in it before. Reused; nothing is allocated until there is a problem.
 */
final class Problem {
  private int origin;
  private Poison.Kind kind;
  private String reason;

  /** Forgets the last message; positions count from {@code origin}. */
  void reset(int origin) {
    this.origin = origin;
    kind = null;
    reason = null;
  }

  boolean found() {
    return kind != null;
  }

  /** Whether the message is JSON, and what it says is the problem. */
  boolean isOfContent() {
    return kind == Poison.Kind.INVALID || kind == Poison.Kind.AHEAD;
  }

  /** Whether the message was looked at, up to a place that isn't JSON or to its end. */
  boolean isOfRead() {
    return isOfContent() || kind == Poison.Kind.MALFORMED;
  }

  Poison.Kind kind() {
    return kind;
  }

  String reason() {
    return reason;
  }

  void empty() {
    kind = Poison.Kind.EMPTY;
    reason = "no value";
  }

  void tooLarge(int length, int limit) {
    kind = Poison.Kind.TOO_LARGE;
    reason = length + " bytes, more than the limit of " + limit;
  }

  /** Takes over what a later step has found in what was made of the message. */
  void is(Poison found) {
    kind = found.kind();
    int position = found.reason().indexOf(", at byte ");
    reason = position < 0 ? found.reason() : found.reason().substring(0, position);
  }

  void ahead(Object field, String what) {
    if (kind == null) {
      kind = Poison.Kind.AHEAD;
      reason = field + " " + what;
    }
  }

  void malformed(String what, int at) {
    kind = Poison.Kind.MALFORMED;
    reason = what + " at byte " + (at - origin);
  }

  /** Says in which part of the message the problem is. */
  void isOf(String part) {
    reason = part + ": " + reason;
  }

  /** What isn't at one place of the message. */
  void invalid(Object field, String what) {
    if (kind == null) {
      kind = Poison.Kind.INVALID;
      reason = field + " " + what;
    }
  }

  void invalid(Object field, String what, int at) {
    if (kind == null) {
      kind = Poison.Kind.INVALID;
      reason = field + " " + what + ", at byte " + (at - origin);
    }
  }
}
