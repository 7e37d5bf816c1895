package io.spillway.job.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which keys hold secrets, judged by name. The judgement errs on the safe side: {@code
 * key.deserializer} is masked too.
 */
final class SecretNames {
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile("password|passwd|secret|token|credential|sasl\\.jaas\\.config|key");

  private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

  private SecretNames() {}

  /** Whether the name of an option, or the path of a key, tells of a secret. */
  static boolean isSecret(String name) {
    return SECRET.matcher(name.toLowerCase(Locale.ROOT)).find();
  }

  /** A value of the file, quoted as a message may show it. */
  static String show(String path, String raw) {
    return isSecret(path) ? MASK : "\"" + USER_INFO.matcher(raw).replaceAll("//***@") + "\"";
  }

  /** The value as it may be printed. */
  static String mask(String name, String value) {
    return isSecret(name) ? MASK : value;
  }
}
