package io.spillway.job.logging;

import java.util.regex.Pattern;

/**
 * Takes secrets out of a text: values behind keys such as {@code password}, {@code secret-key} or
 * {@code sasl.jaas.config}, what follows {@code Authorization}, and passwords in URLs. Most texts
 * have none of it, and those are given back after one quick look.
 */
final class Redaction {
  private static final String[] SIGNS = {
    "pass", "pwd", "secret", "token", "credential", "api", "access", "sasl", "authorization", "://"
  };

  private static final Pattern KEYED =
      Pattern.compile(
          "(?i)((?:pass(?:word|wd|phrase)|pwd|secret|token|credential|api[-_.]?key|access[-_.]?key"
              + "|sasl\\.jaas\\.config)[-_.\\w]*[\"']?\\s*[=:]\\s*)"
              + "(?:\"[^\"]*\"|'[^']*'|[^\\s,;}\\])]+)");
  private static final Pattern AUTHORIZATION =
      Pattern.compile("(?i)(authorization[\"']?\\s*[=:]\\s*(?:\\w+\\s+)?)[^\\s,;}\\]]+");
  private static final Pattern IN_URL = Pattern.compile("(://[^/\\s:@]+:)[^@\\s/]+@");

  private Redaction() {}

  /** The text with {@code ***} in place of secrets. */
  static String of(String text) {
    if (!isSuspicious(text)) {
      return text;
    }
    String redacted = KEYED.matcher(text).replaceAll("$1***");
    redacted = AUTHORIZATION.matcher(redacted).replaceAll("$1***");
    return IN_URL.matcher(redacted).replaceAll("$1***@");
  }

  private static boolean isSuspicious(String text) {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i) | 0x20) {
        case 'p', 's', 't', 'c', 'a', ':' -> {
          if (hasSign(text, i)) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  private static boolean hasSign(String text, int at) {
    for (String sign : SIGNS) {
      if (text.regionMatches(true, at, sign, 0, sign.length())) {
        return true;
      }
    }
    return false;
  }
}
