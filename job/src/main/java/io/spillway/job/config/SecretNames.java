package io.spillway.job.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which keys hold secrets, judged by name. {@code key} counts only at the end of a word, as in
 * {@code api-key}, {@code s3.secret-key} or {@code ssl.keystore.key}; {@code key.deserializer} is
 * none.
 */
final class SecretNames {
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile(
          "password|passwd|secret|token|credential|sasl\\.jaas\\.config|(^|[._-])(api|access|private)?key$");

  private SecretNames() {}

  /**
   * Whether the last part of the name, or all of it where it has dots itself, tells of a secret.
   */
  static boolean isSecret(String name) {
    return SECRET.matcher(name.toLowerCase(Locale.ROOT)).find();
  }

  /** The value as it may be printed. */
  static String mask(String name, String value) {
    return isSecret(name) ? MASK : value;
  }
}
