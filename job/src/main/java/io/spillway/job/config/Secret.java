package io.spillway.job.config;

/** A value that is never printed. Empty where none was given. */
public record Secret(String value) {
  public static final Secret NONE = new Secret("");

  public boolean isEmpty() {
    return value.isEmpty();
  }

  @Override
  public String toString() {
    return value.isEmpty() ? "" : SecretNames.MASK;
  }
}
