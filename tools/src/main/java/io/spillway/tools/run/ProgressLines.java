package io.spillway.tools.run;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Where and how often a run prints its line of progress: over and over in one place of a terminal,
 * else one below the other.
 *
 * @param every time between two lines; zero for none
 * @param inPlace whether a line replaces the last one
 */
public record ProgressLines(Duration every, boolean inPlace) {
  private static final Duration IN_PLACE = Duration.ofSeconds(1);
  private static final Duration IN_A_LOG = Duration.ofSeconds(30);

  /** The end of a line is cut rather than wrapped, and what the last one had more is erased. */
  private static final String BEFORE = "\u001b[?7l";

  private static final String AFTER = "\u001b[K\u001b[?7h\r";
  private static final String ERASE = "\u001b[K";

  /** What suits the output. */
  public static ProgressLines standard(boolean terminal) {
    return new ProgressLines(terminal ? IN_PLACE : IN_A_LOG, terminal);
  }

  /** The same lines, so often. */
  public ProgressLines each(Duration time) {
    return new ProgressLines(time, inPlace);
  }

  boolean areDue(long nowNanos, long lastNanos) {
    return !every.isZero() && nowNanos - lastNanos >= every.toNanos();
  }

  void print(String line, PrintWriter out) {
    if (inPlace) {
      // the cursor goes back to the line's begin, so that a warning replaces it
      out.print(BEFORE + line + AFTER);
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** Leaves the place to what is printed next. */
  void end(PrintWriter out) {
    if (inPlace) {
      out.print(ERASE);
      out.flush();
    }
  }
}
