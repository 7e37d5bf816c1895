package io.spillway.spool;

import java.util.Locale;

/** What has shown that a row is a copy of an earlier one. */
enum CopyReason {
  /** Commit timestamp, type and key. */
  KEY,
  /** Commit timestamp, type and all values, more often than its pass had them. */
  CONTENT,
  /** Its place in the source's own log. */
  POSITION;

  /** For metrics. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
