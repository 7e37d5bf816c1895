package io.spillway.job.start;

import io.spillway.cursor.Namespace;
import io.spillway.job.config.LineageKeys;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Topics;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a source is, wherever it stands in the list of sources. It is kept in state as JSON, so
 * components are only ever added.
 *
 * @param type {@code files} or {@code kafka}
 * @param folder of a files source, else empty
 * @param brokers bootstrap servers of a Kafka source
 * @param topics their names, empty where they are given by a pattern
 * @param pattern regular expression for topics, else empty
 * @param keys values of the other keys that must stay, by the key's name in the source, as {@code
 *     format}
 */
public record SourceIdentity(
    String type,
    String folder,
    List<String> brokers,
    List<String> topics,
    String pattern,
    SortedMap<String, String> keys) {

  public SourceIdentity {
    brokers = List.copyOf(brokers);
    topics = List.copyOf(topics);
    keys = Collections.unmodifiableSortedMap(new TreeMap<>(keys));
  }

  public static SourceIdentity of(SourceConfig source) {
    SortedMap<String, String> keys = new TreeMap<>();
    SourceConfig.Reading reading = source.reading();
    keys.put("format", LineageKeys.word(reading.format()));
    keys.put("operation", reading.operation().name());
    if (!reading.namespace().isEmpty()) {
      keys.put("namespace", reading.namespace());
    }
    if (source instanceof FilesSource files) {
      return new SourceIdentity(
          "files", LineageKeys.place(files.path()), List.of(), List.of(), "", keys);
    } else if (source instanceof KafkaSource kafka) {
      keys.put("end", LineageKeys.word(kafka.end()));
      List<String> brokers = Arrays.asList(kafka.connection().brokers().strip().split("\\s*,\\s*"));
      return kafka.topics() instanceof Topics.Names names
          ? new SourceIdentity("kafka", "", brokers, names.names(), "", keys)
          : new SourceIdentity(
              "kafka", "", brokers, List.of(), ((Topics.Matching) kafka.topics()).pattern(), keys);
    }
    throw new IllegalStateException("unknown source " + source);
  }

  boolean isKafka() {
    return type.equals("kafka");
  }

  /** The namespace whose spool its rows go to. */
  Namespace namespace() {
    return new Namespace(keys.get("operation"), keys.getOrDefault("namespace", ""));
  }

  /** Whether it reads a topic of this name, or a folder. */
  public boolean reads(String topicOrFolder) {
    if (!isKafka()) {
      return folder.equals(topicOrFolder);
    }
    return pattern.isEmpty()
        ? topics.contains(topicOrFolder)
        : Pattern.matches(pattern, topicOrFolder);
  }

  /** Whether both read something of the same name; of two patterns that is not known. */
  boolean sharesNames(SourceIdentity other) {
    if (!type.equals(other.type)) {
      return false;
    }
    if (!isKafka()) {
      return folder.equals(other.folder);
    }
    return topics.stream().anyMatch(other::reads)
        || other.topics.stream().anyMatch(this::reads)
        || (!pattern.isEmpty() && pattern.equals(other.pattern));
  }

  /** Whether both read from one cluster; a list of brokers may be changed one by one. */
  boolean sharesBrokers(SourceIdentity other) {
    return !Collections.disjoint(brokers, other.brokers);
  }

  /** What it must stay beside its place: that of a state, against this one. */
  Map<String, String> fixed() {
    return keys;
  }

  /** What its dead letters say of it: bootstrap servers, or the folder. */
  public String origin() {
    return isKafka() ? String.join(",", brokers) : folder;
  }

  /** Whether it is the source that {@link #origin} was said of. */
  public boolean isOrigin(String said) {
    return isKafka()
        ? !Collections.disjoint(brokers, Arrays.asList(said.split(",")))
        : folder.equals(said);
  }

  /** Whether a partition of it may have the name of one of the other's. */
  public boolean mayShareLabels(SourceIdentity other) {
    return !isKafka()
        || !other.isKafka()
        || !pattern.isEmpty()
        || !other.pattern.isEmpty()
        || sharesNames(other);
  }

  /** For a person, as {@code topics ta, tb at localhost:9092}. */
  @Override
  public String toString() {
    if (!isKafka()) {
      return "folder " + folder;
    }
    String named = "topics " + (pattern.isEmpty() ? String.join(", ", topics) : pattern);
    return brokers.isEmpty() ? named : named + " at " + String.join(",", brokers);
  }
}
