package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Reads {@code index.gc_deletes} from the answer to a question for flat settings. */
final class DeleteRetention {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KEY = "index.gc_deletes";

  private DeleteRetention() {}

  /**
   * What is wrong with the settings of one index, or of those behind an alias; null for nothing.
   */
  static String warning(byte[] settings, long wantedMs) {
    JsonNode root;
    try {
      root = JSON.readTree(settings);
    } catch (IOException e) {
      return "its settings aren't JSON";
    }
    for (JsonNode index : root) {
      String set = index.path("settings").path(KEY).asText("");
      String value = set.isEmpty() ? index.path("defaults").path(KEY).asText("60s") : set;
      if (millis(value) < wantedMs) {
        return KEY
            + " is "
            + value
            + ", shorter than "
            + wantedMs / 1000
            + "s: a replay older than that may bring deleted rows back";
      }
    }
    return null;
  }

  /** A time as engines write it; -1 for one that isn't understood. */
  static long millis(String text) {
    int digits = 0;
    while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
      digits++;
    }
    if (digits == 0 || digits > 15) {
      return -1;
    }
    long number = Long.parseLong(text.substring(0, digits));
    return switch (text.substring(digits)) {
      case "ms" -> number;
      case "s" -> TimeUnit.SECONDS.toMillis(number);
      case "m" -> TimeUnit.MINUTES.toMillis(number);
      case "h" -> TimeUnit.HOURS.toMillis(number);
      case "d" -> TimeUnit.DAYS.toMillis(number);
      default -> number == 0 ? 0 : -1;
    };
  }
}
