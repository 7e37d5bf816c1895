package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import io.spillway.policy.PolicyMatrix;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Topics as a source of events, one split a partition. */
public final class KafkaInput {
  private static final String EARLIEST = "earliest";
  private static final String READ_COMMITTED = "read_committed";

  /**
   * How often is looked for new partitions. Until one is found nobody waits for its rows, and
   * Flink's own five minutes are long for that; a look is one request to the brokers.
   */
  private static final String DISCOVERY_MS = "10000";

  /** As many topics are named in a line of the log. */
  private static final int MOST_NAMED = 5;

  private static final String DISCOVERY = KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key();

  private final KafkaSourceBuilder<Event> builder;
  private final KafkaRetention retention;
  private final StreamClocks clocks = new StreamClocks();
  private final PolicyMatrix policy;
  private final Properties client = new Properties();
  private final DecoderFactory decoder;
  private final EarlierRecords earlier;
  private final TopicLags lags = new TopicLags();
  private final String brokers;
  private String input = "";
  private boolean discovers;
  private long idleTimeoutMs = Waits.NEVER;
  private ParkedSplits.Wanted<KafkaPartitionSplit> wanted = split -> true;

  /**
   * @param brokers bootstrap servers
   * @param groupId under which offsets are reported
   * @param properties for the Kafka client, and {@code partition.discovery.interval.ms}: how often
   *     is looked for new partitions, 10 s by default. With {@code auto.offset.reset} as {@code
   *     earliest} reading goes on behind messages that are gone, and a {@link
   *     io.spillway.event.Gap} tells of them; without, the job ends
   * @param pipeline name of the pipeline
   * @param policy what failures mean
   */
  public KafkaInput(
      String brokers,
      String groupId,
      Properties properties,
      DecoderFactory decoder,
      String pipeline,
      PolicyMatrix policy) {
    this.brokers = brokers;
    this.policy = policy;
    this.decoder = decoder;
    // rows of a transaction that was aborted have never been
    client.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
    client.putAll(properties);
    // what the job writes has the source's properties, too, and this is for writing
    client.remove(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    boolean goOn = EARLIEST.equals(client.remove(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG));
    this.earlier = new EarlierRecords(brokers, groupId, client);
    this.builder =
        KafkaSource.<Event>builder()
            .setBootstrapServers(brokers)
            .setGroupId(groupId)
            .setProperties(measured())
            .setDeserializer(new KafkaEvents(decoder, clocks, earlier, pipeline));
    discovers = !client.containsKey(DISCOVERY);
    client.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    client.setProperty(ConsumerConfig.GROUP_ID_CONFIG, groupId);
    this.retention = new KafkaRetention(client, goOn);
  }

  /** Of the clients that read: theirs alone know what is left to read. */
  private Properties measured() {
    Properties measured = new Properties();
    measured.putAll(client);
    String reporters = ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG;
    measured.setProperty(reporters, TopicLags.reporters(client.getProperty(reporters)));
    measured.put(TopicLags.PROPERTY, lags);
    return measured;
  }

  public KafkaInput topics(List<String> topics) {
    List<String> names = List.copyOf(topics);
    input = (names.size() == 1 ? "topic " : "topics ") + listed(names);
    wanted = split -> names.contains(split.getTopicPartition().topic());
    builder.setTopics(topics);
    return this;
  }

  private static String listed(List<String> names) {
    int more = names.size() - MOST_NAMED;
    return more > 0
        ? String.join(", ", names.subList(0, MOST_NAMED)) + " and " + more + " more"
        : String.join(", ", names);
  }

  public KafkaInput topicPattern(String pattern) {
    input = "topics " + pattern;
    wanted = split -> Pattern.matches(pattern, split.getTopicPartition().topic());
    builder.setTopicPattern(Pattern.compile(pattern));
    return this;
  }

  public KafkaInput from(OffsetsInitializer offsets) {
    builder.setStartingOffsets(new StrictOffsets(offsets));
    return this;
  }

  /** Silence after which a partition no longer holds progress; without it none does. */
  public KafkaInput idleAfter(Duration timeout) {
    idleTimeoutMs = timeout.toMillis();
    return this;
  }

  /** Reads up to what is in the topics when the job starts, then ends. */
  public KafkaInput untilLatest() {
    builder.setBounded(OffsetsInitializer.latest());
    discovers = false;
    return this;
  }

  /**
   * Reads up to what every partition has resolved when the job starts, then ends. What lies beyond
   * is left for the next run.
   */
  public KafkaInput untilResolved() {
    builder.setBounded(new ResolvedEnd(client, decoder, earlier));
    discovers = false;
    return this;
  }

  public Source<Event, ?, ?> build() {
    if (discovers) {
      builder.setProperty(DISCOVERY, DISCOVERY_MS);
    }
    return new ResolvingSource<>(
            builder.build(),
            split ->
                new SourcePartition(
                    split.getTopicPartition().topic(), split.getTopicPartition().partition()),
            retention,
            clocks,
            idleTimeoutMs,
            wanted,
            policy)
        .measuring(lags)
        .of(input + " at " + brokers);
  }
}
