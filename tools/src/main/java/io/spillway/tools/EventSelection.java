package io.spillway.tools;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.log.EventFilter;
import io.spillway.job.CommandException;
import io.spillway.job.config.SourceConfig.Operation;
import io.spillway.job.cursor.LogLocation;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Parameters that choose the events of a log. */
final class EventSelection {
  @Parameters(
      paramLabel = "EVENTS",
      description =
          "The event log: a folder of .ndjson files, one file, or kafka://HOST:PORT/TOPIC.")
  private String path;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "First moment, as 2026-01-31T00:00:00Z or 1 h ago.")
  private Instant from;

  @Option(names = "--to", paramLabel = "TIME", description = "First moment that is too late.")
  private Instant to;

  @Option(names = "--operation", description = "${COMPLETION-CANDIDATES}.")
  private Operation operation;

  @Option(names = "--namespace", description = "Plan, campaign or signal batch.")
  private String namespace;

  @Option(names = "--sink", description = "${COMPLETION-CANDIDATES}.")
  private Sink sink;

  @Mixin private KafkaClientOptions kafka;

  /** Sinks that have cursors, by the names that stand in the log. */
  enum Sink {
    storage,
    search
  }

  /** All events of a log. */
  static EventSelection whole(String path, KafkaClientOptions kafka) {
    EventSelection all = new EventSelection();
    all.path = path;
    all.kafka = kafka;
    return all;
  }

  /** Whether the log's first events are among them. */
  boolean fromBeginning() {
    return from == null;
  }

  private EventFilter filter() {
    return new EventFilter(
        from == null ? Long.MIN_VALUE : from.toEpochMilli(),
        to == null ? Long.MAX_VALUE : to.toEpochMilli(),
        Optional.ofNullable(operation).map(Operation::name),
        Optional.ofNullable(namespace),
        Optional.ofNullable(sink).map(Sink::name));
  }

  private LogLocation location() {
    return LogLocation.Topic.isMeant(path)
        ? LogLocation.Topic.parse(path, kafka.values())
        : new LogLocation.Files(VerifyCommand.root(path));
  }

  /** Hands them on in order; gives how many were looked at. */
  long read(Consumer<CursorEvent> out) {
    try {
      return location().read(filter(), out);
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandException(CursorCommand.UNREADABLE, "can't read " + path + ": " + e, e);
    }
  }
}
