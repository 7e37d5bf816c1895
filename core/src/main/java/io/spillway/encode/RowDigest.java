package io.spillway.encode;

import io.spillway.encode.RowIdentity.Digest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Takes in tagged words, and gives their digest. No two sequences of words are the same bytes. */
final class RowDigest {
  private static final int CHUNK_CHARS = 512;

  private final MessageDigest sha;
  private final ByteBuffer chunk = ByteBuffer.allocate(2 * CHUNK_CHARS);

  RowDigest() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  RowDigest number(long number) {
    chunk.clear().putLong(number);
    sha.update(chunk.array(), 0, Long.BYTES);
    return this;
  }

  /** Text by its length and its UTF-16 units: half a surrogate pair has no form in UTF-8. */
  RowDigest text(CharSequence text) {
    number(text.length());
    for (int from = 0; from < text.length(); from += CHUNK_CHARS) {
      int to = Math.min(text.length(), from + CHUNK_CHARS);
      chunk.clear();
      for (int i = from; i < to; i++) {
        chunk.putChar(text.charAt(i));
      }
      sha.update(chunk.array(), 0, chunk.position());
    }
    return this;
  }

  RowDigest bytes(byte[] bytes, int offset, int length) {
    number(length);
    sha.update(bytes, offset, length);
    return this;
  }

  /** The digest of what came since the last one. */
  Digest take() {
    ByteBuffer digest = ByteBuffer.wrap(sha.digest());
    return new Digest(digest.getLong(), digest.getLong());
  }
}
