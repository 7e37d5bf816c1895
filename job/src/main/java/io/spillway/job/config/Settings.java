package io.spillway.job.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Options that are handed on to another component unread, in the order of the file. */
public record Settings(Map<String, String> values) {
  public static final Settings NONE = new Settings(Map.of());

  public Settings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Whether the value of an option of this name must not be shown. */
  public static boolean isSecret(String name) {
    return SecretNames.isSecret(name);
  }

  /** The options, with the value of every secret one masked. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(e -> e.getKey() + "=" + SecretNames.mask(e.getKey(), e.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
