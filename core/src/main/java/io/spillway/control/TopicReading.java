package io.spillway.control;

import io.spillway.control.SettingsStore.Look;
import io.spillway.control.SettingsStore.Stamp;
import io.spillway.control.SettingsStore.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The records of one pipeline that one look at a topic has found, in their order. Pure. */
final class TopicReading {
  /** More changes between two looks are nobody's doing; the newest of them count. */
  static final int MOST = 100;

  private final long known;
  private final Deque<ConsumerRecord<byte[], byte[]>> fresh = new ArrayDeque<>();
  private ConsumerRecord<byte[], byte[]> old;
  private ConsumerRecord<byte[], byte[]> newest;

  /**
   * @param known offset below which records were there at the look before: of those the newest
   *     counts
   */
  TopicReading(long known) {
    this.known = known;
  }

  void take(ConsumerRecord<byte[], byte[]> record) {
    newest = record;
    if (record.offset() < known) {
      old = record;
      return;
    }
    fresh.addLast(record);
    if (fresh.size() > MOST) {
      fresh.removeFirst();
    }
  }

  /**
   * @param before what it was without these records
   */
  Stamp newest(Stamp before) {
    if (newest == null) {
      return before;
    }
    return newest.value() == null ? Stamp.NONE : new Stamp(newest.timestamp(), newest.offset() + 1);
  }

  Look look(Stamp stamp) {
    List<Text> texts = new ArrayList<>();
    if (old != null && old.value() != null) {
      texts.add(text(old));
    }
    for (ConsumerRecord<byte[], byte[]> record : fresh) {
      if (record.value() != null) {
        texts.add(text(record));
      }
    }
    return new Look(stamp, texts);
  }

  private static Text text(ConsumerRecord<byte[], byte[]> record) {
    return new Text(record.timestamp(), place(record), record.value());
  }

  static String place(ConsumerRecord<byte[], byte[]> record) {
    return "%s-%d, offset %d".formatted(record.topic(), record.partition(), record.offset());
  }
}
