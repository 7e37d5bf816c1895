package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Poison.About;
import io.spillway.event.Resolved;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Decodes TiCDC's open protocol, whose messages are batches. The key is the version, then each
 * event's key with its length before it; the value is each event's value with its length before it.
 * All numbers have eight bytes, the highest first. A message that isn't put together so is refused
 * as a whole, before any of its events.
 *
 * <p>The events that are refused of a message make one letter behind the others, itself a message
 * of them and no others: whoever puts it back delivers nothing twice.
 */
public final class OpenProtocolDecoder implements MessageDecoder {
  private static final int MAX_MESSAGE_BYTES = CanalJsonDecoder.MAX_MESSAGE_BYTES;
  private static final long VERSION = 1;
  private static final byte[] NOTHING = new byte[0];
  private static final String OTHER =
      "; is the protocol of the changefeed another one than open-protocol?";

  private final MessageDecoder events;
  private SourcePartition partition;
  private long offset;
  private long timestampMs;
  private byte[] key;
  private byte[] buffer;
  private int start;
  private int end;

  /** Events of the message, those that were decoded, and those of them that were refused. */
  private int count;

  private int decoded;
  private int refused;

  /** Where the next event begins. */
  private int keyAt;

  private int valueAt;
  private Poison firstRefused;
  private ByteArrayOutputStream refusedKeys;
  private ByteArrayOutputStream refusedValues;

  /**
   * @param rule tables whose messages are refused
   * @param times timestamps that are taken
   */
  public OpenProtocolDecoder(DispatcherBy by, TableRule rule, CommitTimes times) {
    this(new CarefulDecoder(() -> new OpenEventDecoder(by, rule, times)));
  }

  /**
   * @param events decodes one event, and never throws
   */
  OpenProtocolDecoder(MessageDecoder events) {
    this.events = events;
  }

  @Override
  public Event decode(
      SourcePartition from,
      long at,
      long timeMs,
      byte[] keyBytes,
      byte[] bytes,
      int first,
      int length) {
    partition = from;
    offset = at;
    timestampMs = timeMs;
    key = keyBytes;
    buffer = bytes == null ? NOTHING : bytes;
    start = bytes == null ? 0 : first;
    end = start + (bytes == null ? 0 : length);
    count = decoded = refused = 0;
    Poison whole = unframed(bytes == null);
    if (bytes == null) {
      return whole == null && one() instanceof Resolved resolved
          ? resolved
          : new Skipped(partition, "tombstone");
    }
    return whole == null ? next() : whole;
  }

  @Override
  public Event next() {
    while (decoded < count) {
      Event event = one();
      if (!(event instanceof Poison bad)) {
        return event;
      }
      refuse(bad);
    }
    return refused == 0 ? null : letter();
  }

  /** What is wrong with how the message is put together; null for nothing. */
  private Poison unframed(boolean isTombstone) {
    if (key == null) {
      return refused(Poison.Kind.INVALID, "there is no key, and its events' keys stand there");
    } else if (key.length < Long.BYTES || number(key, 0) != VERSION) {
      return refused(Poison.Kind.INVALID, "the key doesn't begin with version 1 of such batches");
    } else if (key.length + end - start > MAX_MESSAGE_BYTES) {
      int bytes = key.length + end - start;
      String reason = bytes + " bytes, more than the limit of " + MAX_MESSAGE_BYTES;
      return refused(Poison.Kind.TOO_LARGE, reason);
    }
    int keys = parts(key, Long.BYTES, key.length);
    int values = parts(buffer, start, end);
    if (keys <= 0) {
      return refused(Poison.Kind.MALFORMED, "the key isn't made of events with their lengths");
    } else if (values < 0) {
      return refused(Poison.Kind.MALFORMED, "the value isn't made of events with their lengths");
    } else if (values != keys && start < end) {
      String what = "the key has %d events, and the value %d".formatted(keys, values);
      return refused(Poison.Kind.MALFORMED, what);
    }
    count = isTombstone ? Math.min(keys, 1) : keys;
    keyAt = Long.BYTES;
    valueAt = start;
    return null;
  }

  private Poison refused(Poison.Kind kind, String reason) {
    SourcePosition position = new SourcePosition(partition, offset, timestampMs);
    String asked = kind == Poison.Kind.TOO_LARGE ? reason : reason + OTHER;
    return new Poison(position, key, value(), kind, asked);
  }

  private byte[] value() {
    return Arrays.copyOfRange(buffer, start, end);
  }

  /** Of how many parts with their lengths a range is made; -1 where it isn't. */
  private static int parts(byte[] bytes, int from, int to) {
    int parts = 0;
    int at = from;
    while (at < to) {
      if (to - at < Long.BYTES) {
        return -1;
      }
      long length = number(bytes, at);
      at += Long.BYTES;
      if (length < 0 || length > to - at) {
        return -1;
      }
      at += (int) length;
      parts++;
    }
    return parts;
  }

  private static long number(byte[] bytes, int at) {
    long number = 0;
    for (int i = at; i < at + Long.BYTES; i++) {
      number = number << 8 | bytes[i] & 0xFF;
    }
    return number;
  }

  private Event one() {
    int from = keyAt + Long.BYTES;
    keyAt = from + (int) number(key, keyAt);
    int value = valueAt;
    int length = 0;
    if (start < end) {
      value = valueAt + Long.BYTES;
      length = (int) number(buffer, valueAt);
      valueAt = value + length;
    }
    decoded++;
    byte[] own = Arrays.copyOfRange(key, from, keyAt);
    return events.decode(partition, offset, timestampMs, own, buffer, value, length);
  }

  private void refuse(Poison bad) {
    if (refused == 0) {
      String reason = bad.reason();
      String place = count == 1 ? "" : "event %d of %d: ".formatted(decoded, count);
      firstRefused =
          new Poison(bad.position(), NOTHING, NOTHING, bad.kind(), place + reason, bad.about());
      refusedKeys = new ByteArrayOutputStream();
      refusedValues = new ByteArrayOutputStream();
      put(refusedKeys, VERSION);
    }
    refused++;
    put(refusedKeys, bad.key().length);
    refusedKeys.writeBytes(bad.key());
    put(refusedValues, bad.value().length);
    refusedValues.writeBytes(bad.value());
  }

  private static void put(ByteArrayOutputStream out, long number) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write((int) (number >>> shift));
    }
  }

  private Poison letter() {
    boolean all = refused == count;
    String more =
        refused == 1 ? "" : "; %d more events of this message are refused".formatted(refused - 1);
    About about = firstRefused.about();
    Poison letter =
        new Poison(
            firstRefused.position(),
            all ? key : refusedKeys.toByteArray(),
            all ? value() : refusedValues.toByteArray(),
            firstRefused.kind(),
            firstRefused.reason() + more,
            new About(List.of(), about.table(), about.primaryKey()));
    refused = 0;
    firstRefused = null;
    refusedKeys = refusedValues = null;
    return letter;
  }
}
