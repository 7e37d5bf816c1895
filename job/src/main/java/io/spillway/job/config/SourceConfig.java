package io.spillway.job.config;

import io.spillway.decode.DebeziumOptions;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** One entry of {@code sources}. */
public sealed interface SourceConfig {
  Reading reading();

  /**
   * What both kinds of source have in common.
   *
   * @param namespace plan, campaign or signal batch; empty exactly for HARVEST
   * @param tailTimeout silence after which the tail is closed; present exactly under OBSERVED
   * @param idleTimeout absent: a silent partition holds progress
   * @param maxDrift how far, in event time, one partition may run ahead of the slowest
   * @param maxAhead how far ahead of this machine's clock a timestamp may be; absent: as far as it
   *     likes
   * @param debezium of that format; the defaults where it is another one
   */
  record Reading(
      MessageFormat format,
      Operation operation,
      String namespace,
      WatermarkMode watermark,
      Optional<Duration> tailTimeout,
      Optional<Duration> idleTimeout,
      Duration maxDrift,
      Optional<Duration> maxAhead,
      DebeziumOptions debezium) {}

  /**
   * A folder of {@code <anything>-<partition>.ndjson}, one message a line; each file is one
   * partition.
   */
  record FilesSource(URI path, Reading reading) implements SourceConfig {}

  /** Whether reading ends by itself. */
  default boolean isBounded() {
    if (this instanceof FilesSource) {
      return true;
    }
    if (this instanceof KafkaSource topics) {
      return topics.end() == End.LATEST;
    }
    throw new IllegalStateException("unknown source: " + this);
  }

  /**
   * The zone in which rows show TIMESTAMP columns, as far as sources say: only Debezium's rows are
   * written here, in the zone of their source.
   */
  static ZoneId shownZone(List<SourceConfig> sources) {
    return sources.stream()
        .map(source -> source.reading().debezium().zone())
        .filter(zone -> !zone.normalized().equals(ZoneOffset.UTC))
        .findFirst()
        .orElse(ZoneOffset.UTC);
  }

  /** Topics of one Kafka cluster. */
  record KafkaSource(
      KafkaConnection connection,
      Topics topics,
      String groupId,
      Start start,
      End end,
      Reading reading)
      implements SourceConfig {
    KafkaSource from(Start other) {
      return new KafkaSource(connection, topics, groupId, other, end, reading);
    }
  }

  /** Which topics are read. */
  sealed interface Topics {
    record Names(List<String> names) implements Topics {
      public Names {
        names = List.copyOf(names);
      }
    }

    /** A regular expression that compiles; a topic is read when all of its name matches. */
    record Matching(String pattern) implements Topics {}
  }

  /** Where a partition is read from when there is no checkpoint. */
  sealed interface Start {
    record Earliest() implements Start {}

    record Latest() implements Start {}

    /** The committed offset of the group; earliest where there is none. */
    record Committed() implements Start {}

    /** The first record whose Kafka timestamp is at least this, in ms since 1970. */
    record AtTimestamp(long millis) implements Start {}
  }

  /** Where reading ends: never, or at the offsets that are the latest when the job starts. */
  enum End {
    NONE,
    LATEST
  }

  /** The wire format of the messages. */
  enum MessageFormat {
    CANAL_JSON,
    DEBEZIUM_JSON,
    SIMPLE_JSON,
    OPEN_PROTOCOL
  }

  /** The cursor namespace that the source's rows count for. */
  enum Operation {
    HARVEST,
    BACKFILL,
    UPDATE
  }

  /** RESOLVED: the stream says what is complete. OBSERVED: the newest commitTs stands for it. */
  enum WatermarkMode {
    RESOLVED,
    OBSERVED
  }
}
