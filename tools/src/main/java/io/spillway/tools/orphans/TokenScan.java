package io.spillway.tools.orphans;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds which of many tokens stand anywhere in some bytes. State is searched like this, not taken
 * apart: whatever form a sink gives it, an upload's id or a file's name stands there as text, and
 * one that is found by chance is merely kept. One pass for each length of token, by rolling hashes.
 */
final class TokenScan {
  private static final long BASE = 1_000_003;

  private final Map<Integer, Map<Long, List<String>>> byLength = new HashMap<>();

  /**
   * @param tokens not empty ones
   */
  TokenScan(Collection<String> tokens) {
    for (String token : new HashSet<>(tokens)) {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      byLength
          .computeIfAbsent(bytes.length, length -> new HashMap<>())
          .merge(hash(bytes, bytes.length), List.of(token), TokenScan::both);
    }
  }

  private static List<String> both(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static long hash(byte[] bytes, int length) {
    long hash = 0;
    for (int i = 0; i < length; i++) {
      hash = hash * BASE + bytes[i];
    }
    return hash;
  }

  /** Adds those that stand in the bytes. */
  void find(byte[] bytes, Set<String> found) {
    byLength.forEach((length, tokens) -> find(bytes, length, tokens, found));
  }

  private static void find(
      byte[] bytes, int length, Map<Long, List<String>> tokens, Set<String> found) {
    if (bytes.length < length) {
      return;
    }
    long leading = 1;
    for (int i = 1; i < length; i++) {
      leading *= BASE;
    }
    long hash = hash(bytes, length);
    for (int end = length; ; end++) {
      List<String> candidates = tokens.get(hash);
      if (candidates != null) {
        String here =
            new String(Arrays.copyOfRange(bytes, end - length, end), StandardCharsets.UTF_8);
        if (candidates.contains(here)) {
          found.add(here);
        }
      }
      if (end == bytes.length) {
        return;
      }
      hash = (hash - leading * bytes[end - length]) * BASE + bytes[end];
    }
  }
}
