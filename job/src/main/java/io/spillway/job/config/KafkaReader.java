package io.spillway.job.config;

import io.spillway.job.config.SourceConfig.Start;
import io.spillway.job.config.SourceConfig.Topics;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Reads the keys of a Kafka source. */
final class KafkaReader {
  static final String BOOTSTRAP_SERVERS = "bootstrap-servers";

  private static final Pattern BROKER =
      Pattern.compile("(\\[[0-9A-Fa-f:]+]|[^:\\[\\]\\s]+):(\\d{1,5})");

  /** Kafka's own rule for names. */
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  /** The job sets these itself; a second value would be silently ignored. */
  private static final List<String> OWN_PROPERTIES =
      List.of("bootstrap.servers", "group.id", "enable.auto.commit");

  private static final String RESET = "auto.offset.reset";
  private static final List<String> RESETS = List.of("none", "earliest");
  private static final String DISCOVERY = "partition.discovery.interval.ms";
  private static final int LEAST_DISCOVERY = 100;
  private static final int MOST_DISCOVERY = 600_000;
  private static final int MOST_SLIPS = 2;

  private KafkaReader() {}

  static KafkaConnection connection(Section section) {
    Value brokers = section.value(BOOTSTRAP_SERVERS);
    String list = brokers.required("localhost:9092");
    for (String broker : list.split(",", -1)) {
      if (!list.isBlank() && !isBroker(broker.strip())) {
        brokers.fault("is not a list of brokers (as host:9092, several separated by commas)");
        break;
      }
    }
    Section properties = section.section("properties");
    OWN_PROPERTIES.forEach(
        key -> properties.refuse(key, "must not be set here: the job sets it from its own keys"));
    checkReset(properties);
    checkDiscovery(properties);
    checkSpelling(properties);
    return new KafkaConnection(list, PipelineReader.settings(properties));
  }

  /** Kafka's other values would leave out what is still there. */
  private static void checkReset(Section properties) {
    if (properties.has(RESET)) {
      Value reset = properties.value(RESET);
      if (reset.asText().filter(text -> !RESETS.contains(text)).isPresent()) {
        reset.fault("is not none (end where messages are gone) or earliest (go on and tell it)");
      }
    }
  }

  /** Without it a new partition is never read, and nothing says so. */
  private static void checkDiscovery(Section properties) {
    if (properties.has(DISCOVERY)) {
      var unused = properties.value(DISCOVERY).integer(LEAST_DISCOVERY, MOST_DISCOVERY);
    }
  }

  /**
   * Kafka's client only warns of a key that it doesn't know. Plugins of it may have keys of their
   * own, so just what looks like a slip is refused.
   */
  private static void checkSpelling(Section properties) {
    Set<String> known = new TreeSet<>(ConsumerConfig.configNames());
    known.addAll(ProducerConfig.configNames());
    known.addAll(AdminClientConfig.configNames());
    known.add(DISCOVERY);
    for (String key : properties.keys()) {
      if (known.contains(key)) {
        continue;
      }
      known.stream()
          .filter(name -> Spelling.distance(key, name) <= MOST_SLIPS)
          .findFirst()
          .ifPresent(
              name ->
                  properties.fault(
                      key,
                      "is no property of Kafka's client; did you mean \"%s\"?".formatted(name)));
    }
  }

  private static boolean isBroker(String broker) {
    var matcher = BROKER.matcher(broker);
    if (!matcher.matches()) {
      return false;
    }
    int port = Integer.parseInt(matcher.group(2));
    return port > 0 && port <= 65_535;
  }

  static Topics topics(Section section) {
    boolean byName = section.has("topics");
    boolean byPattern = section.has("topic-pattern");
    if (byName && byPattern) {
      section.fault("topic-pattern", "contradicts topics; give one of the two");
    } else if (!byName && !byPattern) {
      section.fault("topics", "is required, as [shop], or topic-pattern");
    }
    List<String> names = names(section);
    Optional<String> pattern = pattern(section.value("topic-pattern"));
    return byPattern && !byName ? new Topics.Matching(pattern.orElse("")) : new Topics.Names(names);
  }

  private static List<String> names(Section section) {
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Value value : section.values("topics")) {
      value.asText().ifPresent(names::add);
      if (!isTopic(value)) {
        value.fault("is not a topic name (letters, digits, dot, underscore, hyphen; at most 249)");
      } else if (!seen.add(value.text(""))) {
        value.fault("is given twice");
      }
    }
    return names;
  }

  private static boolean isTopic(Value value) {
    return value.asText().map(name -> TOPIC.matcher(name).matches()).orElse(true);
  }

  private static Optional<String> pattern(Value value) {
    if (!value.isPresent()) {
      return Optional.empty();
    }
    String pattern = value.required("shop\\..*");
    try {
      TopicPatterns.explodesOn(Pattern.compile(pattern))
          .ifPresent(
              name ->
                  value.fault(
                      "takes for ever on names such as "
                          + name
                          + "; write it with fewer repetitions inside and behind each other"));
    } catch (PatternSyntaxException e) {
      value.fault("is not a regular expression: " + e.getDescription());
    }
    return Optional.of(pattern);
  }

  static Start start(Section section) {
    if (section.isMapping("start")) {
      try (Section nested = section.section("start")) {
        return timestamp(nested.value("timestamp"));
      }
    }
    Value value = section.value("start");
    return switch (value.text("earliest")) {
      case "earliest" -> new Start.Earliest();
      case "latest" -> new Start.Latest();
      case "committed" -> new Start.Committed();
      default -> {
        value.fault("is not one of earliest, latest, committed, {timestamp: 2026-01-31T00:00:00Z}");
        yield new Start.Earliest();
      }
    };
  }

  private static Start timestamp(Value value) {
    String text = value.required("2026-01-31T00:00:00Z").strip();
    try {
      long millis =
          text.chars().allMatch(Character::isDigit)
              ? Long.parseLong(text)
              : Instant.parse(text).toEpochMilli();
      if (millis >= 0) {
        return new Start.AtTimestamp(millis);
      }
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      // told below, together with what is allowed
    }
    if (!text.isEmpty()) {
      value.fault("is not a time (ms since 1970, or as 2026-01-31T00:00:00Z)");
    }
    return new Start.Earliest();
  }

  static String topic(Section section) {
    Value value = section.value("topic");
    String topic = value.required("spillway-events");
    if (!topic.isBlank() && !isTopic(value)) {
      value.fault("is not a topic name (letters, digits, dot, underscore, hyphen; at most 249)");
    }
    return topic;
  }
}
