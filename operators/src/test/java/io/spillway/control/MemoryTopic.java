package io.spillway.control;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A topic of one partition in memory, with all that may happen to one. */
final class MemoryTopic implements TopicTail.Opening {
  private static final long serialVersionUID = 1L;
  static final String NAME = "control";
  static final String PIPELINE = "shop";

  private transient List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
  private long end;
  private boolean away;
  private int pollsUntilAway = Integer.MAX_VALUE;
  private int perPoll = Integer.MAX_VALUE;
  private int opened;
  private int closed;
  private int rewinds;

  /** Under the pipeline's key; no value is a tombstone. */
  void put(String value, long nowMs) {
    put(PIPELINE, value, nowMs);
  }

  void put(String key, String value, long nowMs) {
    log.add(
        new ConsumerRecord<>(
            NAME,
            0,
            end++,
            nowMs,
            TimestampType.CREATE_TIME,
            0,
            0,
            bytes(key),
            bytes(value),
            new RecordHeaders(),
            Optional.empty()));
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** The end of a transaction takes an offset, and no reader sees it. */
  void marker() {
    end++;
  }

  /** Of each key the newest stays; tombstones go too. */
  void compact() {
    List<ConsumerRecord<byte[], byte[]>> kept = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      ConsumerRecord<byte[], byte[]> record = log.get(i);
      boolean newer =
          log.subList(i + 1, log.size()).stream()
              .anyMatch(later -> Arrays.equals(later.key(), record.key()));
      if (!newer && record.value() != null) {
        kept.add(record);
      }
    }
    log = kept;
  }

  void recreate() {
    log.clear();
    end = 0;
  }

  void away(boolean isAway) {
    away = isAway;
    pollsUntilAway = Integer.MAX_VALUE;
  }

  void awayAfterPolls(int polls) {
    pollsUntilAway = polls;
  }

  void perPoll(int records) {
    perPoll = records;
  }

  int opened() {
    return opened;
  }

  int closed() {
    return closed;
  }

  int rewinds() {
    return rewinds;
  }

  @Override
  public TopicTail open() {
    opened++;
    return new Tail();
  }

  private final class Tail implements TopicTail {
    private long position;

    private void requireHere() throws IOException {
      if (away) {
        throw new SocketTimeoutException("no broker answers");
      }
    }

    @Override
    public long rewind() throws IOException {
      requireHere();
      rewinds++;
      position = 0;
      return end;
    }

    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll(Duration atMost) throws IOException {
      // a client that has lost its broker just gets nothing
      if (away || pollsUntilAway-- <= 0) {
        return List.of();
      }
      if (position > end) {
        position = 0;
      }
      List<ConsumerRecord<byte[], byte[]>> records =
          log.stream().filter(record -> record.offset() >= position).limit(perPoll).toList();
      boolean all = records.size() < perPoll;
      position = all ? end : records.get(records.size() - 1).offset() + 1;
      return records;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {
      closed++;
    }
  }
}
