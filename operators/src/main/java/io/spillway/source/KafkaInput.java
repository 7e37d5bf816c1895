package io.spillway.source;

import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;

/** Topics as a source of events, one split a partition. */
public final class KafkaInput {
  private final KafkaSourceBuilder<Event> builder;

  /**
   * @param brokers bootstrap servers
   * @param groupId under which offsets are reported
   * @param properties for the Kafka client
   * @param pipeline name of the pipeline
   */
  public KafkaInput(
      String brokers,
      String groupId,
      Properties properties,
      DecoderFactory decoder,
      String pipeline) {
    this.builder =
        KafkaSource.<Event>builder()
            .setBootstrapServers(brokers)
            .setGroupId(groupId)
            .setProperties(properties)
            .setDeserializer(new KafkaEvents(decoder, pipeline));
  }

  public KafkaInput topics(List<String> topics) {
    builder.setTopics(topics);
    return this;
  }

  public KafkaInput topicPattern(String pattern) {
    builder.setTopicPattern(Pattern.compile(pattern));
    return this;
  }

  public KafkaInput from(OffsetsInitializer offsets) {
    builder.setStartingOffsets(offsets);
    return this;
  }

  /** Reads up to what is in the topics when the job starts, then ends. */
  public KafkaInput untilLatest() {
    builder.setBounded(OffsetsInitializer.latest());
    return this;
  }

  public Source<Event, ?, ?> build() {
    return new ResolvingSource<>(
        builder.build(),
        split ->
            new SourcePartition(
                split.getTopicPartition().topic(), split.getTopicPartition().partition()));
  }
}
