package io.spillway.tools.run;

/** A run was ended by a signal, with its state kept. */
public final class InterruptedRunException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  InterruptedRunException(String outcome, int exitCode) {
    super(outcome);
    this.exitCode = exitCode;
  }

  /** 130 for Ctrl-C, 143 for a request to end. */
  public int exitCode() {
    return exitCode;
  }
}
