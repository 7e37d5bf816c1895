package io.spillway.tables;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What stands in the place of a column's value. NULL stays NULL under each of them. */
public sealed interface Mask extends Serializable {
  /** Stands for each character that is hidden. */
  String STAR = "*";

  /**
   * @param text the value as text, never null
   * @return what takes its place; null for NULL
   */
  String apply(String text);

  /** Nothing is left of the value. */
  record Null() implements Mask {
    @Override
    public String apply(String text) {
      return null;
    }
  }

  /**
   * SHA-256 of the value's UTF-8, as 64 hexadecimal digits: equal values stay equal. Values of
   * which there are few can be found by trying all of them.
   */
  record Sha256() implements Mask {
    @Override
    public String apply(String text) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        // half a surrogate pair becomes a question mark: no text that can be hashed has one
        return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }

  /**
   * The first or last characters stay, a star stands for each of the others. A value that has no
   * more characters than that is hidden as a whole.
   *
   * @param count characters (code points) that stay, at least 1
   * @param last whether the last ones stay
   */
  record Keep(int count, boolean last) implements Mask {
    @Override
    public String apply(String text) {
      int length = text.codePointCount(0, text.length());
      if (length <= count) {
        return STAR.repeat(length);
      }
      int hidden = length - count;
      return last
          ? STAR.repeat(hidden) + text.substring(text.offsetByCodePoints(0, hidden))
          : text.substring(0, text.offsetByCodePoints(0, count)) + STAR.repeat(hidden);
    }
  }
}
