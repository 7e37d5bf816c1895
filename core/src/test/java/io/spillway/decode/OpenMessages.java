package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Messages as TiCDC's open protocol has them, and short ways to decode them. */
final class OpenMessages {
  private static final String NO = "\"no\":{\"t\":8,\"h\":true,\"f\":139,\"v\":9}";

  /** The changes of {@link Messages}, an event each. */
  static final Part INSERT =
      new Part(
          key(601, 1),
          "{\"u\":{"
              + NO
              + ",\"who\":{\"t\":15,\"f\":64,\"v\":\"Zoë \\\"Z\\\" \\\\ \\u003cb\\u003e\"},"
              + "\"sum\":{\"t\":246,\"f\":65,\"v\":\"3.10\"}}}");

  static final Part UPDATE =
      new Part(
          key(602, 1),
          "{\"u\":{"
              + NO
              + ",\"who\":{\"t\":15,\"f\":64,\"v\":null},\"sum\":{\"t\":246,\"f\":65,\"v\":\"0.00\"}},"
              + "\"p\":{\"sum\":{\"t\":246,\"f\":65,\"v\":\"3.10\"}}}");

  static final Part DELETE = new Part(key(603, 1), "{\"d\":{" + NO + "}}");
  static final Part DDL =
      new Part(key(604, 2), "{\"q\":\"ALTER TABLE `bills` ADD `memo` TEXT\",\"t\":5}");
  static final Part WATERMARK =
      new Part("{\"ts\":463594436794777605,\"scm\":\"\",\"tbl\":\"\",\"t\":3}", "");

  private OpenMessages() {}

  /** An event. */
  record Part(String key, String value) {
    Part with(String found, String instead) {
      return new Part(key.replace(found, instead), value.replace(found, instead));
    }
  }

  private static String key(int count, int type) {
    return "{\"ts\":463594436794777%d,\"scm\":\"store\",\"tbl\":\"bills\",\"t\":%d}"
        .formatted(count, type);
  }

  static byte[] framedKey(Part... parts) {
    byte[] keys = framed(Arrays.stream(parts).map(Part::key).toList());
    return ByteBuffer.allocate(8 + keys.length).putLong(1).put(keys).array();
  }

  static byte[] framedValue(Part... parts) {
    return framed(Arrays.stream(parts).map(Part::value).toList());
  }

  private static byte[] framed(List<String> texts) {
    List<byte[]> bytes = texts.stream().map(Messages::utf8).toList();
    ByteBuffer framed = ByteBuffer.allocate(bytes.stream().mapToInt(b -> 8 + b.length).sum());
    bytes.forEach(b -> framed.putLong(b.length).put(b));
    return framed.array();
  }

  static OpenProtocolDecoder decoder() {
    return new OpenProtocolDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY);
  }

  /** What becomes of a message; rows have bytes of their own. */
  static List<Event> events(MessageDecoder decoder, byte[] key, byte[] value) {
    List<Event> events = new ArrayList<>();
    int length = value == null ? 0 : value.length;
    Event event =
        decoder.decode(Messages.PARTITION, Messages.OFFSET, Messages.TIME, key, value, 0, length);
    for (; event != null; event = decoder.next()) {
      events.add(
          event instanceof Row row
              ? row.carrying(
                  Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length()))
              : event);
    }
    return events;
  }

  static List<Event> events(Part... parts) {
    return events(decoder(), framedKey(parts), framedValue(parts));
  }

  /** What becomes of a message of one event. */
  static Event decode(Part part) {
    List<Event> events = events(part);
    if (events.size() != 1) {
      throw new AssertionError(events.toString());
    }
    return events.get(0);
  }

  /**
   * A decoder of events whose keys and values are one object, so that whatever damages JSON can
   * damage them.
   */
  static MessageDecoder joined(TableRule rule) {
    OpenProtocolDecoder decoder =
        new OpenProtocolDecoder(DispatcherBy.TABLE, rule, CommitTimes.ANY);
    return (SourcePartition partition,
        long offset,
        long timestampMs,
        byte[] key,
        byte[] buffer,
        int start,
        int length) -> {
      byte[] event = Arrays.copyOfRange(buffer, start, start + length);
      byte[] framed = ByteBuffer.allocate(8 + length).putLong(length).put(event).array();
      byte[] keys = ByteBuffer.allocate(16 + length).putLong(1).put(framed).array();
      Event decoded =
          decoder.decode(partition, offset, timestampMs, keys, framed, 0, framed.length);
      return decoded instanceof Poison bad
          ? new Poison(bad.position(), key, event, bad.kind(), bad.reason(), bad.about())
          : decoded;
    };
  }

  /** An event's key and value as one object. */
  static String joined(Part part) {
    String value = part.value().isEmpty() ? "{}" : part.value().replaceFirst(",\"t\":5}", "}");
    String rest = value.equals("{}") ? "}" : "," + value.substring(1);
    return part.key().substring(0, part.key().length() - 1) + rest;
  }
}
