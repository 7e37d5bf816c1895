package io.spillway.tools;

import io.spillway.tools.letters.LetterFilter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options that choose dead letters. */
final class LetterSelection {
  @Option(
      names = "--at",
      paramLabel = "POSITION",
      description = "Where the message came from, as orders-3@99; may be given several times.")
  private List<String> positions = List.of();

  @Option(names = "--stage", description = "${COMPLETION-CANDIDATES}.")
  private Stage stage;

  @Option(names = "--kind", description = "Kind of error, as MALFORMED.")
  private String kind;

  @Option(names = "--table", paramLabel = "SCHEMA.TABLE", description = "Table, where known.")
  private String table;

  @Option(names = "--topic", description = "Topic, or name of the input files.")
  private String topic;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "First time of failure, as 2026-01-31T00:00:00Z or 1 h ago.")
  private Instant from;

  @Option(names = "--to", paramLabel = "TIME", description = "First time that is too late.")
  private Instant to;

  /** Stages that write letters, by the names that stand in them. */
  enum Stage {
    decode,
    search
  }

  LetterFilter filter() {
    return new LetterFilter(
        Set.copyOf(positions),
        Optional.ofNullable(stage).map(Stage::name),
        Optional.ofNullable(kind),
        Optional.ofNullable(table),
        Optional.ofNullable(topic),
        new LetterFilter.Span(
            from == null ? Long.MIN_VALUE : from.toEpochMilli(),
            to == null ? Long.MAX_VALUE : to.toEpochMilli()));
  }
}
