package io.spillway.job.preflight;

/**
 * Something that the surroundings lack for a pipeline to run.
 *
 * @param path of the key that asks for it, as {@code sources[0].path}
 * @param message what is missing, and where
 */
public record Finding(String path, String message) {
  @Override
  public String toString() {
    return path + ": " + message;
  }
}
