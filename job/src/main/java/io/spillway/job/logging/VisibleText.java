package io.spillway.job.logging;

/**
 * Text that came in with a stream, as a log line or a terminal may have it: characters that would
 * end the line, move the cursor, colour the rest or turn the direction of writing stand there as
 * {@code \}{@code uXXXX}, and what is longer than a line needs is cut. A text without any of that
 * is given back as it is.
 */
public final class VisibleText {
  /** Characters of one text; a statement may have millions. */
  public static final int LONGEST = 16_384;

  private VisibleText() {}

  /** On one line. */
  public static String line(String text) {
    return of(text, "\\n");
  }

  /**
   * Of several lines, as a stack trace: each but the first begins with {@code indent}, so that none
   * can pass for a line of its own.
   */
  public static String lines(String text, String indent) {
    return of(text, "\n" + indent);
  }

  /** Whether a character changes more than its own place. */
  public static boolean isUnseen(int c) {
    return Character.isISOControl(c)
        || c == 0x2028
        || c == 0x2029
        || (c >= 0x200E && c <= 0x200F)
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0xFEFF;
  }

  private static String of(String text, String lineBreak) {
    int end = Math.min(text.length(), LONGEST);
    int seen = 0;
    while (seen < end && !isUnseen(text.charAt(seen))) {
      seen++;
    }
    if (seen == text.length()) {
      return text;
    }
    StringBuilder shown = new StringBuilder(end + 64).append(text, 0, seen);
    for (int i = seen; i < end; i++) {
      append(shown, text, i, lineBreak);
    }
    if (end < text.length()) {
      shown.append("... (").append(text.length() - end).append(" characters more)");
    }
    return shown.toString();
  }

  private static void append(StringBuilder shown, String text, int i, String lineBreak) {
    char c = text.charAt(i);
    if (c == '\n') {
      shown.append(lineBreak);
    } else if (c == '\t') {
      shown.append(lineBreak.startsWith("\n") ? "\t" : "\\t");
    } else if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
      // the line feed behind it stands for both
      return;
    } else if (isUnseen(c)) {
      shown.append("\\u%04x".formatted((int) c));
    } else {
      shown.append(c);
    }
  }
}
