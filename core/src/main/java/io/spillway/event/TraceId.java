package io.spillway.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The trace that a message belongs to, as W3C Trace Context has it: 32 lower-case hex digits. It is
 * that of the message's {@code traceparent} header; a message without a usable one has an id that
 * its source position gives, the same each time it is read.
 */
public final class TraceId {
  /** The header's name in W3C Trace Context. */
  public static final String HEADER = "traceparent";

  private static final int BYTES = 16;

  private TraceId() {}

  /** The id of a message with these headers at this position. */
  public static String of(List<Header> headers, SourcePosition position) {
    byte[] parent = TraceParent.in(headers);
    return parent == null ? of(position) : TraceParent.id(parent);
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
