package io.spillway.job;

/** Ends a command with a message for its user and an {@link ExitCode}. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * @param message one or a few lines, complete without the cause
   */
  public CommandException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  public CommandException(int exitCode, String message) {
    this(exitCode, message, null);
  }

  public int exitCode() {
    return exitCode;
  }
}
