package io.spillway.job.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces {@code ${NAME}} in a value. Anything else with a dollar sign stays as it is. */
final class EnvVariables {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private EnvVariables() {}

  /** The first variable that the text names and the environment lacks. */
  static Optional<String> missing(String text, Map<String, String> environment) {
    return REFERENCE
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .filter(name -> !environment.containsKey(name))
        .findFirst();
  }

  /** The text with all variables replaced; none of them may be missing. */
  static String replace(String text, Map<String, String> environment) {
    return REFERENCE
        .matcher(text)
        .replaceAll(result -> Matcher.quoteReplacement(environment.get(result.group(1))));
  }
}
