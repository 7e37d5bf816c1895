package io.spillway.encode;

import io.spillway.wire.LineReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Bytes of CSV records, appended field by field. Grows as needed; not thread-safe. */
public final class CsvText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final CsvOptions options;
  private final byte[] delimiter;
  private final byte[] nullText;
  private final byte[] terminator;
  private final int quote;
  private byte[] bytes;
  private int size;
  private boolean isFirst = true;

  /**
   * @param likelyBytes that there will probably be between two {@link #take}s
   */
  public CsvText(CsvOptions options, int likelyBytes) {
    this.options = options;
    this.delimiter = ascii(options.delimiter());
    this.nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
    this.terminator = ascii(options.terminator().text());
    this.quote = options.quoteByte();
    this.bytes = new byte[likelyBytes];
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  public int size() {
    return size;
  }

  /** Of which the first {@link #size} are written; valid up to the next append. */
  public byte[] bytes() {
    return bytes;
  }

  public void clear() {
    size = 0;
    isFirst = true;
  }

  /** Gives the bytes away, of which the first {@link #size} were written, and begins anew. */
  public byte[] take() {
    byte[] taken = bytes;
    bytes = new byte[taken.length];
    clear();
    return taken;
  }

  /** A field without a value. */
  void none() {
    delimit();
    put(nullText);
  }

  /** A field that needs no quote: digits, or a column's name in a header. */
  void plain(CharSequence text) {
    delimit();
    put(text);
  }

  /** A field of text. */
  void text(String text) {
    delimit();
    if (quote == LineReader.UNQUOTED) {
      escaped(text);
      return;
    }
    put((byte) quote);
    int from = 0;
    for (int at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, from)) {
      put(text.substring(from, at + 1));
      put((byte) quote);
      from = at + 1;
    }
    put(from == 0 ? text : text.substring(from));
    put((byte) quote);
  }

  /** A field of bytes. */
  void binary(byte[] value) {
    text(
        options.binary() == CsvOptions.Binary.BASE64
            ? Base64.getEncoder().encodeToString(value)
            : hex(value));
  }

  private static String hex(byte[] value) {
    StringBuilder hex = new StringBuilder(2 * value.length);
    for (byte b : value) {
      hex.append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
    }
    return hex.toString();
  }

  /** Ends the record. */
  void end() {
    put(terminator);
    isFirst = true;
  }

  private void delimit() {
    if (!isFirst) {
      put(delimiter);
    }
    isFirst = false;
  }

  private void escaped(String text) {
    String between = options.delimiter();
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (text.startsWith(between, i)) {
        for (byte each : delimiter) {
          put((byte) '\\');
          put(each);
        }
        i += between.length();
      } else if (c == '\n' || c == '\r' || c == '\\') {
        put((byte) '\\');
        put((byte) (c == '\n' ? 'n' : c == '\r' ? 'r' : c));
        i++;
      } else {
        int to = i + 1;
        while (to < text.length() && isPlain(text, to, between)) {
          to++;
        }
        put(text.substring(i, to));
        i = to;
      }
    }
  }

  private static boolean isPlain(String text, int at, String between) {
    char c = text.charAt(at);
    return c != '\n' && c != '\r' && c != '\\' && !text.startsWith(between, at);
  }

  private void put(CharSequence text) {
    int length = text.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        put(text.toString().substring(i).getBytes(StandardCharsets.UTF_8));
        return;
      }
      bytes[size++] = (byte) c;
    }
  }

  private void put(byte[] added) {
    reserve(added.length);
    System.arraycopy(added, 0, bytes, size, added.length);
    size += added.length;
  }

  private void put(byte added) {
    reserve(1);
    bytes[size++] = added;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }
}
