package io.spillway.job.config;

import io.spillway.job.config.ErrorsConfig.LostTransactions;
import io.spillway.job.config.ErrorsConfig.Overflow;
import io.spillway.job.config.SourceConfig.KafkaSource;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads sections {@code cursor}, {@code errors} and {@code control}: the job's own records. */
final class RecordsReader {
  private enum Type {
    FILES,
    KAFKA
  }

  private static final String DEAD_LETTERS = "_dead-letters";
  private static final List<String> OWN_CLUSTER =
      List.of(KafkaReader.BOOTSTRAP_SERVERS, "properties");

  private final Optional<URI> output;
  private final Optional<KafkaConnection> kafka;

  /**
   * @param storage the output beside whose files the records stand by default
   * @param sources the first Kafka source lends its brokers
   */
  RecordsReader(Optional<StorageConfig> storage, List<SourceConfig> sources) {
    this.output = storage.map(StorageConfig::path);
    this.kafka =
        sources.stream()
            .filter(KafkaSource.class::isInstance)
            .map(source -> ((KafkaSource) source).connection())
            .findFirst();
  }

  CursorConfig cursor(Section section) {
    try (section) {
      return new CursorConfig(
          location(section.section("events"), "_cursor"),
          values(section),
          section.value("trace-ratio").ratio(0.001));
    }
  }

  private Optional<Location.Topic> values(Section section) {
    if (section.isMapping("values")) {
      try (Section values = section.section("values")) {
        if (!values.value("type").required("kafka").equals("kafka") && values.sound("type")) {
          values.fault("type", "is not kafka, the only place for current values");
        }
        return Optional.of(topic(values));
      }
    }
    if (!section.value("values").text("none").equals("none")) {
      section.fault("values", "is not none or {type: kafka, topic: NAME}");
    }
    return Optional.empty();
  }

  ErrorsConfig errors(Section section) {
    try (section) {
      Section letters = section.section("dead-letters");
      Optional<Overflow> overflow = overflow(letters);
      return new ErrorsConfig(
          PolicyReader.overrides(section),
          location(letters, DEAD_LETTERS),
          overflow,
          section.value("max-dead-letter-rate").share(0.05),
          section.value("lost-transactions").choice(LostTransactions.STOP));
    }
  }

  /** A topic takes records up to a size; larger letters go to files. */
  private Optional<Overflow> overflow(Section section) {
    if (section.value("type").choice(Type.FILES) == Type.FILES) {
      section.refuse("max-bytes", "is only for type: kafka");
      section.refuse("overflow", "is only for type: kafka");
      return Optional.empty();
    }
    Optional<URI> beside = output.map(path -> Uris.child(path, DEAD_LETTERS));
    URI folder =
        section.has("overflow") || beside.isEmpty()
            ? section.value("overflow").requiredUri("file:///data/" + DEAD_LETTERS)
            : beside.get();
    return Optional.of(
        new Overflow(section.value("max-bytes").size("1000 kb", "16 kb", "16 mb"), folder));
  }

  ControlConfig control(Section section) {
    try (section) {
      Location source = settings(section);
      Duration refresh = section.value("refresh").duration("5 s", "10 ms", "");
      Duration maxStaleness = section.value("max-staleness").duration("30 s", "10 ms", "");
      if (refresh.compareTo(maxStaleness) > 0 && section.sound("refresh", "max-staleness")) {
        String key = section.has("refresh") ? "refresh" : "max-staleness";
        section.fault(key, "contradicts the other: refresh must be at most max-staleness");
      }
      return new ControlConfig(
          source, refresh, maxStaleness, section.value("allow-rollback").flag(false));
    }
  }

  /** Settings are only read, so they may be in another cluster than what the job writes. */
  private Location settings(Section section) {
    if (section.value("type").choice(Type.FILES) == Type.FILES) {
      OWN_CLUSTER.forEach(key -> section.refuse(key, "is only for type: kafka"));
      return typed(section, Optional.empty(), "file:///etc/spillway/control.yaml");
    }
    section.refuse("path", "is only for type: files");
    if (section.value(KafkaReader.BOOTSTRAP_SERVERS).isPresent() || kafka.isEmpty()) {
      return new Location.Topic(KafkaReader.connection(section), KafkaReader.topic(section));
    }
    section.refuse("properties", "is only for brokers of its own");
    return topic(section);
  }

  /** A place in a section of its own; its default is beside the output. */
  private Location location(Section section, String folder) {
    try (section) {
      Optional<URI> byDefault = output.map(path -> Uris.child(path, folder));
      return typed(section, byDefault, "file:///data/" + folder);
    }
  }

  private Location typed(Section section, Optional<URI> byDefault, String example) {
    if (section.value("type").choice(Type.FILES) == Type.KAFKA) {
      section.refuse("path", "is only for type: files");
      return topic(section);
    }
    section.refuse("topic", "is only for type: kafka");
    if (!section.has("path") && byDefault.isPresent()) {
      return new Location.Files(byDefault.get());
    }
    return new Location.Files(section.value("path").requiredUri(example));
  }

  private Location.Topic topic(Section section) {
    if (kafka.isEmpty()) {
      section.fault("type", "needs a source of type kafka: its brokers are the ones written to");
    }
    KafkaConnection connection = kafka.orElse(new KafkaConnection("", Settings.NONE));
    return new Location.Topic(connection, KafkaReader.topic(section));
  }
}
