package io.spillway.job.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds regular expressions that take for ever on some names, as {@code (.*a){20}}: each is tried
 * on long names made of its own letters, and the characters that it looks at are counted. Nothing
 * depends on how fast the machine is.
 */
final class TopicPatterns {
  /** The longest name that Kafka allows. */
  private static final int LONGEST_TOPIC = 249;

  /** Some 50 ms on a slow machine; three {@code .*} in a row take a quarter of it. */
  private static final int MOST_LOOKS = 10_000_000;

  /** A pattern that is slow on every name is slow to try. */
  private static final int MOST_LOOKS_IN_ALL = 5 * MOST_LOOKS;

  private static final int MOST_LETTERS = 12;

  private TopicPatterns() {}

  /** The name on which the pattern gives no answer in time; empty where there was none. */
  static Optional<String> explodesOn(Pattern pattern) {
    int all = 0;
    for (String name : names(pattern.pattern())) {
      int[] left = {MOST_LOOKS};
      try {
        boolean unused = pattern.matcher(new Counted(name, left)).matches();
        all += MOST_LOOKS - left[0];
        if (all > MOST_LOOKS_IN_ALL) {
          break;
        }
      } catch (TooManyLooks | StackOverflowError e) {
        return Optional.of(name.substring(0, 8) + "...");
      }
    }
    return Optional.empty();
  }

  private static List<String> names(String pattern) {
    String own =
        pattern
            .chars()
            .filter(c -> c < 128 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0))
            .distinct()
            .limit(MOST_LETTERS)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    String letters = own + (own.contains("a") ? "" : "a") + (own.contains("0") ? "" : "0");
    List<String> names = new ArrayList<>();
    for (char first : letters.toCharArray()) {
      for (char second : letters.toCharArray()) {
        String pair = first == second ? "" + first : "" + first + second;
        // the last character keeps what has matched so far from being an answer
        for (char last : new char[] {'~', first}) {
          names.add(pair.repeat(LONGEST_TOPIC).substring(0, LONGEST_TOPIC - 1) + last);
        }
      }
    }
    return names;
  }

  /** Control flow, as nothing else stops a match that runs. */
  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooks() {
      super("the pattern looks at too many characters", null, false, false);
    }
  }

  private record Counted(CharSequence text, int[] left) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (left[0]-- <= 0) {
        throw new TooManyLooks();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Counted(text.subSequence(start, end), left);
    }
  }
}
