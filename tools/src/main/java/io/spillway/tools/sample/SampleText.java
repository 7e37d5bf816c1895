package io.spillway.tools.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A message being put together, as UTF-8. Reused. */
final class SampleText {
  private byte[] bytes = new byte[1 << 10];
  private int length;
  private final byte[] digits = new byte[20];

  void clear() {
    length = 0;
  }

  int length() {
    return length;
  }

  SampleText add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  SampleText add(byte[] utf8) {
    ensure(utf8.length);
    System.arraycopy(utf8, 0, bytes, length, utf8.length);
    length += utf8.length;
    return this;
  }

  /** Adds a number that is not negative. */
  SampleText add(long number) {
    int at = digits.length;
    long rest = number;
    do {
      digits[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    ensure(digits.length);
    System.arraycopy(digits, at, bytes, length, digits.length - at);
    length += digits.length - at;
    return this;
  }

  /** Puts {@code count} bytes of {@code source} in at {@code position}. */
  void insert(int position, byte[] source, int from, int count) {
    ensure(count);
    System.arraycopy(bytes, position, bytes, position + count, length - position);
    System.arraycopy(source, from, bytes, position, count);
    length += count;
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  void writeTo(SampleFile file) throws IOException {
    file.write(bytes, length);
  }
}
