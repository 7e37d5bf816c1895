package io.spillway.tools.preflight;

/**
 * Something that the surroundings lack for a pipeline.
 *
 * @param path of the key that asks for it, as {@code sources[0].path}
 * @param message what is missing, and where
 * @param isWarning whether the pipeline runs all the same
 */
public record Finding(String path, String message, boolean isWarning) {
  /** What keeps it from running. */
  Finding(String path, String message) {
    this(path, message, false);
  }

  static Finding warning(String path, String message) {
    return new Finding(path, message, true);
  }

  @Override
  public String toString() {
    return (isWarning ? "warning: " : "") + path + ": " + message;
  }
}
