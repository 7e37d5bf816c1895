package io.spillway.tools.report;

import io.spillway.event.CommitTs;
import java.time.Duration;
import java.time.Instant;

/**
 * Times for a reader of a report.
 *
 * @param now when the report is made
 */
record Ages(Instant now) {
  /** Wall clock part of a commit timestamp. */
  static String time(long commitTs) {
    return Instant.ofEpochMilli(CommitTs.millis(commitTs)).toString();
  }

  /** Since then, in ms since 1970, in two units at most: {@code 3 d 4 h}, {@code 12 s}. */
  String since(long ms) {
    return text(Duration.between(Instant.ofEpochMilli(ms), now));
  }

  static String text(Duration age) {
    if (age.isNegative()) {
      return "0 s";
    }
    if (age.toDays() > 0) {
      return age.toDays() + " d " + age.toHoursPart() + " h";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h " + age.toMinutesPart() + " min";
    }
    return age.toMinutes() > 0
        ? age.toMinutes() + " min " + age.toSecondsPart() + " s"
        : age.toSeconds() + " s";
  }
}
