package io.spillway.control;

/** Settings that can't be read; the ones before them go on counting. */
public final class InvalidSettingsException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message every fault, each with its line
   */
  public InvalidSettingsException(String message) {
    super(message);
  }
}
