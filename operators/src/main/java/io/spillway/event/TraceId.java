package io.spillway.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace that a message belongs to, as W3C Trace Context has it: 32 lower-case hex digits. It is
 * that of the message's {@code traceparent} header; a message without a usable one has an id that
 * its source position gives, the same each time it is read.
 */
public final class TraceId {
  /** The header's name in W3C Trace Context. */
  public static final String HEADER = "traceparent";

  private static final Pattern PARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-.*");
  private static final int BYTES = 16;

  private TraceId() {}

  /** The id of a message with these headers at this position. */
  public static String of(List<Header> headers, SourcePosition position) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(HEADER) && header.value() != null) {
        Matcher parent = PARENT.matcher(new String(header.value(), StandardCharsets.US_ASCII));
        if (parent.matches()) {
          return parent.group(1);
        }
      }
    }
    return of(position);
  }

  /** The id that a position gives. */
  public static String of(SourcePosition position) {
    byte[] source = position.partition().source().getBytes(StandardCharsets.UTF_8);
    ByteBuffer place =
        ByteBuffer.allocate(source.length + Integer.BYTES + Long.BYTES)
            .put(source)
            .putInt(position.partition().number())
            .putLong(position.offset());
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(place.array());
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
