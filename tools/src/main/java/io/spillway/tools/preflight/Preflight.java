package io.spillway.tools.preflight;

import io.spillway.job.config.ErrorsConfig;
import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Topics;
import io.spillway.job.flow.EventLog;
import io.spillway.tools.run.FileSystems;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Looks whether a pipeline would find what it needs: folders and topics to read, folders to write.
 * Nothing is left behind. Buckets are looked at through Flink's own file systems, which are set to
 * little patience for it: whoever goes on to use them makes them ready anew. Takes at most 10 s for
 * one Kafka cluster and 30 s for one bucket.
 */
public final class Preflight {
  private final List<Finding> findings = new ArrayList<>();
  private final List<URI> unusable = new ArrayList<>();
  private final KafkaProbe kafka;
  private final BucketProbe buckets;
  private final String pipeline;

  private Preflight(String pipeline, KafkaProbe kafka, BucketProbe buckets) {
    this.pipeline = pipeline;
    this.kafka = kafka;
    this.buckets = buckets;
  }

  /** What is missing, in the order of the file; none but warnings where the pipeline can start. */
  public static List<Finding> check(PipelineConfig config) {
    FileSystems.initializeToProbe(config);
    try (AdminTopics topics = new AdminTopics()) {
      return check(config, new KafkaProbe(topics, System::nanoTime));
    }
  }

  static List<Finding> check(PipelineConfig config, KafkaProbe kafka) {
    Preflight preflight = new Preflight(config.pipeline().name(), kafka, new BucketProbe(config));
    preflight.run(config);
    return List.copyOf(preflight.findings);
  }

  private void run(PipelineConfig config) {
    config.pipeline().checkpointDir().ifPresent(dir -> output("pipeline.checkpoint-dir", dir));
    for (int i = 0; i < config.sources().size(); i++) {
      source("sources[" + i + "]", config.sources().get(i));
    }
    config.storage().ifPresent(storage -> output("storage.path", storage.path()));
    location("cursor.events", config.cursor().events());
    written("cursor.events", config.cursor().events(), AclOperation.READ);
    config.cursor().values().ifPresent(this::values);
    location("errors.dead-letters", config.errors().deadLetters());
    written("errors.dead-letters", config.errors().deadLetters());
    config.errors().overflow().ifPresent(overflow -> letters(config.errors(), overflow));
    config
        .control()
        .filter(control -> control.source() instanceof Location.Topic)
        .ifPresent(control -> settings((Location.Topic) control.source()));
  }

  private void source(String path, SourceConfig source) {
    if (source instanceof FilesSource files) {
      add(
          FolderProbe.isLocal(files.path())
              ? FolderProbe.partitions(path + ".path", files.path())
              : buckets.partitions(path + ".path", files.path()));
    } else if (source instanceof KafkaSource topics) {
      String key = topics.topics() instanceof Topics.Matching ? ".topic-pattern" : ".topics";
      add(
          kafka.topics(
              path + ".bootstrap-servers", path + key, topics.connection(), topics.topics()));
      List<Right> reading =
          kafka.read(topics.connection(), topics.topics()).stream()
              .map(topic -> Right.onTopic(AclOperation.READ, topic))
              .toList();
      add(kafka.rights(path + key, topics.connection(), reading));
      Right group = Right.onGroup(AclOperation.READ, topics.groupId());
      add(kafka.rights(path + ".group-id", topics.connection(), List.of(group)));
    } else {
      throw new IllegalStateException("unknown source: " + source);
    }
  }

  private void letters(ErrorsConfig errors, ErrorsConfig.Overflow overflow) {
    if (errors.deadLetters() instanceof Location.Topic topic) {
      add(
          kafka.takes(
              "errors.dead-letters.max-bytes",
              topic.connection(),
              topic.topic(),
              overflow.maxBytes()));
    }
    output("errors.dead-letters.overflow", overflow.folder());
  }

  private void values(Location.Topic topic) {
    location("cursor.values", topic);
    written("cursor.values", topic);
    add(kafka.compacted("cursor.values.topic", topic.connection(), topic.topic()));
  }

  /**
   * @param more what else the pipeline does with the topic
   */
  private void written(String path, Location location, AclOperation... more) {
    if (location instanceof Location.Topic topic) {
      List<Right> needed = new ArrayList<>();
      needed.add(Right.onTopic(AclOperation.WRITE, topic.topic()));
      for (AclOperation operation : more) {
        needed.add(Right.onTopic(operation, topic.topic()));
      }
      needed.add(Right.onTransactions(pipeline));
      add(kafka.rights(path + ".topic", topic.connection(), needed));
      add(
          kafka.transactions(
              path, topic.connection(), topic.topic(), EventLog.transactionTimeoutMs(topic)));
    }
  }

  /** A settings file need not be there yet; a topic must, as nobody would make it. */
  private void settings(Location.Topic topic) {
    location("control", topic);
    Right reading = Right.onTopic(AclOperation.READ, topic.topic());
    add(kafka.rights("control.topic", topic.connection(), List.of(reading)));
    add(kafka.settings("control.topic", topic.connection(), topic.topic()));
  }

  private void location(String path, Location location) {
    if (location instanceof Location.Files files) {
      output(path + ".path", files.path());
    } else if (location instanceof Location.Topic topic) {
      Topics names = new Topics.Names(List.of(topic.topic()));
      add(kafka.topics(path + ".type", path + ".topic", topic.connection(), names));
    } else {
      throw new IllegalStateException("unknown location: " + location);
    }
  }

  /** What is wrong with a folder is not told again for the folders in it. */
  private void output(String path, URI place) {
    if (unusable.stream().anyMatch(outer -> place.toString().startsWith(outer + "/"))) {
      return;
    }
    List<Finding> found =
        FolderProbe.isLocal(place)
            ? FolderProbe.writable(path, place)
            : buckets.writable(path, place);
    if (!found.isEmpty()) {
      unusable.add(place);
    }
    add(found);
  }

  private void add(List<Finding> found) {
    findings.addAll(found);
  }
}
