package io.spillway.job.config;

import io.spillway.cursor.Namespace;
import io.spillway.decode.DebeziumOptions;
import io.spillway.job.config.SourceConfig.End;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.MessageFormat;
import io.spillway.job.config.SourceConfig.Operation;
import io.spillway.job.config.SourceConfig.Reading;
import io.spillway.job.config.SourceConfig.WatermarkMode;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Reads one entry of {@code sources}. */
final class SourceReader {
  private enum Type {
    FILES,
    KAFKA
  }

  private static final List<String> KAFKA_KEYS =
      List.of(
          "bootstrap-servers", "topics", "topic-pattern", "group-id", "start", "end", "properties");

  private SourceReader() {}

  /** The source, or empty where not even its type is known. */
  static Optional<SourceConfig> read(Section section, String pipelineName) {
    try (section) {
      String type = section.value("type").required("files or kafka");
      Type known = type.isBlank() ? Type.FILES : section.value("type").choice(Type.FILES);
      if (!section.sound("type")) {
        // Without a type nobody can say which keys are wrong.
        section.ignore(KAFKA_KEYS);
        section.ignore(List.of("path"));
        reading(section);
        return Optional.empty();
      }
      return Optional.of(known == Type.FILES ? files(section) : kafka(section, pipelineName));
    }
  }

  private static FilesSource files(Section section) {
    KAFKA_KEYS.forEach(key -> section.refuse(key, "is only for type: kafka"));
    Reading reading = reading(section);
    if (reading.format() == MessageFormat.OPEN_PROTOCOL) {
      section
          .value("format")
          .fault(
              "is only for type: kafka; the keys and values of its messages are binary, and a"
                  + " line of a file holds neither");
    }
    return new FilesSource(section.value("path").requiredUri("data/"), reading);
  }

  private static KafkaSource kafka(Section section, String pipelineName) {
    section.refuse("path", "is only for type: files");
    return new KafkaSource(
        KafkaReader.connection(section),
        KafkaReader.topics(section),
        section.value("group-id").text("spillway-" + pipelineName),
        KafkaReader.start(section),
        section.value("end").choice(End.NONE),
        reading(section));
  }

  private static Reading reading(Section section) {
    Operation operation = section.value("operation").choice(Operation.HARVEST, Enum::name);
    WatermarkMode watermark = section.value("watermark").choice(WatermarkMode.RESOLVED);
    MessageFormat format = section.value("format").choice(MessageFormat.CANAL_JSON);
    return new Reading(
        format,
        operation,
        namespace(section, operation),
        watermark,
        tailTimeout(section, watermark),
        idleTimeout(section, watermark),
        section.value("max-drift").duration("1 min", "1 ms", ""),
        maxAhead(section),
        debezium(section, format));
  }

  private static Optional<Duration> maxAhead(Section section) {
    Value value = section.value("max-ahead");
    return value.text("").equals("none")
        ? Optional.empty()
        : Optional.of(value.duration("1 h", "1 s", ""));
  }

  private static DebeziumOptions debezium(Section section, MessageFormat format) {
    Value unavailable = section.value("unavailable-value");
    boolean isOther = format != MessageFormat.DEBEZIUM_JSON;
    if (unavailable.isPresent() && isOther && section.sound("format", "unavailable-value")) {
      unavailable.fault("is only for format: debezium-json; no other has such a placeholder");
    } else if (unavailable.text(DebeziumOptions.UNAVAILABLE).isEmpty()) {
      unavailable.fault("is empty, and would be taken for every empty text");
    }
    return new DebeziumOptions(
        timeZone(section, format), unavailable.text(DebeziumOptions.UNAVAILABLE));
  }

  private static ZoneId timeZone(Section section, MessageFormat format) {
    Value value = section.value("time-zone");
    if (value.isPresent()
        && format != MessageFormat.DEBEZIUM_JSON
        && section.sound("format", "time-zone")) {
      value.fault("is only for format: debezium-json; elsewhere timestamps stay as they come");
    }
    return value.zone("UTC");
  }

  private static String namespace(Section section, Operation operation) {
    String namespace = section.value("namespace").text("");
    if (!section.sound("operation")) {
      return namespace;
    }
    if (operation == Operation.HARVEST && !namespace.isEmpty()) {
      section.fault("namespace", "is only for operation BACKFILL or UPDATE; HARVEST has none");
    }
    if (operation != Operation.HARVEST && namespace.isBlank()) {
      section.fault("namespace", "is required for operation " + operation.name());
    } else if (operation != Operation.HARVEST && !namespace.matches(Namespace.ID_PATTERN)) {
      section.fault("namespace", "is not a name (letters, digits, dot, underscore, hyphen)");
    }
    return namespace;
  }

  private static Optional<Duration> tailTimeout(Section section, WatermarkMode watermark) {
    Value value = section.value("tail-timeout");
    Duration timeout = value.duration("2 s", "1 ms", "");
    if (watermark == WatermarkMode.OBSERVED) {
      return Optional.of(timeout);
    }
    if (value.isPresent() && section.sound("watermark", "tail-timeout")) {
      value.fault("is only for watermark: observed; under resolved the stream closes its own tail");
    }
    return Optional.empty();
  }

  private static Optional<Duration> idleTimeout(Section section, WatermarkMode watermark) {
    Value value = section.value("idle-timeout");
    if (value.text("").equals("none")
        || (!value.isPresent() && watermark == WatermarkMode.RESOLVED)) {
      return Optional.empty();
    }
    return Optional.of(value.duration("30 s", "1 ms", ""));
  }
}
