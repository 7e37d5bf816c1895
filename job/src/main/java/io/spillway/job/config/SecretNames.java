package io.spillway.job.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which keys hold secrets, judged by name. The judgement errs on the safe side: {@code
 * key.deserializer} is masked too.
 */
public final class SecretNames {
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile("password|passwd|secret|token|credential|sasl\\.jaas\\.config|key");

  private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

  /** Characters of a secret at least: shorter ones stand in every text. */
  static final int SHORTEST = 3;

  /** Names that mean the secret itself, and no setting about it. */
  private static final Pattern ITSELF =
      Pattern.compile("(?:password|passwd|passphrase|secret|token|(?:secret|access|api)[-._]key)$");

  private SecretNames() {}

  /** Whether a value is meant as a secret and too short for one; an empty one is none at all. */
  static boolean isTooShort(String name, String value) {
    return !value.isEmpty()
        && value.length() < SHORTEST
        && ITSELF.matcher(name.toLowerCase(Locale.ROOT)).find();
  }

  /** Whether the name of an option, or the path of a key, tells of a secret. */
  public static boolean isSecret(String name) {
    return SECRET.matcher(name.toLowerCase(Locale.ROOT)).find();
  }

  /** A value of the file as a message may show it: quoted, on one line. */
  static String show(String path, String raw) {
    if (isSecret(path)) {
      return MASK;
    }
    String oneLine = raw.replace("\r", "\\r").replace("\n", "\\n");
    return "\"" + USER_INFO.matcher(oneLine).replaceAll("//***@") + "\"";
  }

  /** The value as it may be printed. */
  static String mask(String name, String value) {
    return isSecret(name) ? MASK : value;
  }
}
