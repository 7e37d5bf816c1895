package io.spillway.event;

/** How a failure that nobody foresaw is told in a dead letter, which has no room for its stack. */
public final class Unforeseen {
  private Unforeseen() {}

  /**
   * Its type and where it was thrown; not its message, which may hold values of the row.
   *
   * @param failure a {@link RuntimeException}, or a stack that is too deep
   */
  public static String reason(Throwable failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    String type = failure.getClass().getName();
    return "unforeseen: " + type + (stack.length == 0 ? "" : " at " + stack[0]);
  }
}
