package io.spillway.job.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds the known word that a misspelt one most likely meant. */
final class Spelling {
  private Spelling() {}

  /** {@code ; did you mean "x"?}, or the list of what is known where nothing is near. */
  static String hint(String given, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(word -> distance(given, word)))
        .filter(word -> distance(given, word) <= Math.max(2, word.length() / 3))
        .map(word -> "; did you mean \"" + word + "\"?")
        .orElse("; known are " + String.join(", ", known));
  }

  /** Edits (insert, delete, replace) that turn one word into the other. */
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
