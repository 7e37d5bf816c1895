package io.spillway.decode;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What the keys of an object stand for, found by their bytes: by length, then by the first eight.
 *
 * @param <T> what a key stands for
 */
final class KeyTable<T> {
  private record Key<T>(byte[] name, long prefix, T meaning) {}

  private final Key<T>[][] byLength;

  /**
   * @param name of each meaning the key, in ASCII
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  KeyTable(List<T> meanings, Function<T, byte[]> name) {
    List<Key<T>> keys =
        meanings.stream().map(meaning -> key(name.apply(meaning), meaning)).toList();
    int longest = keys.stream().mapToInt(key -> key.name.length).max().orElse(0);
    byLength = new Key[longest + 1][];
    for (int length = 0; length <= longest; length++) {
      int of = length;
      byLength[length] = keys.stream().filter(key -> key.name.length == of).toArray(Key[]::new);
    }
  }

  private static <T> Key<T> key(byte[] name, T meaning) {
    return new Key<>(name, Swar.upToEight(name, 0, name.length), meaning);
  }

  /** What a key without escapes stands for; null where that isn't known. */
  T find(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length >= byLength.length) {
      return null;
    }
    Key<T>[] keys = byLength[length];
    if (keys.length == 0) {
      return null;
    }
    long prefix = Swar.upToEight(bytes, from, length);
    for (Key<T> key : keys) {
      if (key.prefix == prefix
          && (length <= Long.BYTES || Arrays.equals(key.name, 0, length, bytes, from, to))) {
        return key.meaning;
      }
    }
    return null;
  }
}
