package io.spillway.tools.run;

/** What lies at the bottom of a failure, in words for a person. */
public final class RootCause {
  private RootCause() {}

  /** One line: the innermost message, or the name of the innermost kind where it has none. */
  public static String of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? "" : root.getMessage().strip();
    return message.isEmpty() ? root.getClass().getSimpleName() : message.lines().findFirst().get();
  }
}
