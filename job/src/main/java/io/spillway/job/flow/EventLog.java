package io.spillway.job.flow;

import io.spillway.guarded.Destination;
import io.spillway.guarded.GuardedSink;
import io.spillway.guarded.KafkaTransactionOutcome;
import io.spillway.guarded.OwnLog;
import io.spillway.guarded.TopicDestination;
import io.spillway.guarded.TransactionOutcome;
import io.spillway.job.config.Location;
import io.spillway.policy.PolicyMatrix;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;

/**
 * Append-only logs of the job's own records, exactly once: JSON lines in files, or a topic. They
 * are written by Flink's sinks, with the policy around them.
 */
public final class EventLog {
  /** The broker's own upper limit by default; Flink's default is above it and would be refused. */
  private static final int TRANSACTION_TIMEOUT_MS = 15 * 60 * 1000;

  private static final String TIMEOUT = "transaction.timeout.ms";

  private static final String DELIVERY = "delivery.timeout.ms";

  /** Kafka's own. */
  private static final long LEAST_DELIVERY_MS = 120_000;

  private final String pipeline;
  private final PolicyMatrix policy;
  private final OwnLog log;

  /**
   * @param pipeline name of the pipeline
   */
  EventLog(String pipeline, PolicyMatrix policy, OwnLog log) {
    this.pipeline = pipeline;
    this.policy = policy;
    this.log = log;
  }

  /**
   * How long a transaction may stay open in a topic, in ms: the topic's own property {@code
   * transaction.timeout.ms}, or else 15 min.
   *
   * @throws NumberFormatException for a property that is no number
   */
  public static long transactionTimeoutMs(Location.Topic topic) {
    return Long.parseLong(client(topic).getProperty(TIMEOUT).strip());
  }

  /** Writes one record as a line of JSON with its LF. */
  interface LineWriter<T> extends Serializable {
    void write(T record, OutputStream out) throws IOException;
  }

  /** What a topic's record is keyed by: those with one key stay in order. */
  interface KeyOf<T> extends Serializable {
    String of(T record);
  }

  /** Adds the sink; one writer: a file each for a few records would be many small files. */
  <T> void append(DataStream<T> records, GuardedSink<T, ?, ?> sink, String uid) {
    records.sinkTo(sink).setParallelism(1).name(uid).uid(uid);
  }

  /**
   * @param uid of the log, also the beginning of its files' names
   */
  <T> GuardedSink<T, ?, ?> sink(
      Location location, String uid, LineWriter<T> writer, KeyOf<T> keyOf) {
    if (location instanceof Location.Topic topic) {
      return topic(topic, uid, new LineRecords<>(topic.topic(), writer, keyOf));
    }
    FileSink<T> files =
        FileSink.<T>forRowFormat(new Path(((Location.Files) location).path()), writer::write)
            .withBucketAssigner(new BasePathBucketAssigner<>())
            .withRollingPolicy(OnCheckpointRollingPolicy.build())
            .withOutputFileConfig(new OutputFileConfig(uid, ".ndjson"))
            .build();
    return GuardedSink.of(files, policy, log, TransactionOutcome.told(), Destination.FILES);
  }

  <T> GuardedSink<T, ?, ?> topic(
      Location.Topic topic, String uid, KafkaRecordSerializationSchema<T> schema) {
    return guarded(kafka(topic, uid, schema), topic);
  }

  /**
   * The newest record of each key, exactly once, in a topic that is compacted. Put together by
   * hand: behind a committer Flink can expand one sink and not a second.
   */
  <T> void keep(
      DataStream<T> records,
      Location.Topic topic,
      String uid,
      LineWriter<T> writer,
      KeyOf<T> keyOf) {
    KafkaSink<T> kafka = kafka(topic, uid, new LineRecords<>(topic.topic(), writer, keyOf));
    GuardedSink<T, KafkaWriterState, KafkaCommittable> sink = guarded(kafka, topic);
    TypeInformation<CommittableMessage<KafkaCommittable>> type =
        CommittableMessageTypeInfo.of(sink::getCommittableSerializer);
    String committer = uid + "-committer";
    DataStream<CommittableMessage<KafkaCommittable>> committed =
        records
            .transform(uid, type, new SinkWriterOperatorFactory<>(sink))
            .setParallelism(1)
            .name(uid)
            .uid(uid)
            .transform(committer, type, new CommitterOperatorFactory<>(sink, false, true))
            .setParallelism(1)
            .name(committer)
            .uid(committer);
    // keeps the two on one machine, as the producers are handed from one to the other
    kafka.addPostCommitTopology(committed);
  }

  private <T> KafkaSink<T> kafka(
      Location.Topic topic, String uid, KafkaRecordSerializationSchema<T> schema) {
    return KafkaSink.<T>builder()
        .setBootstrapServers(topic.connection().brokers())
        .setKafkaProducerConfig(client(topic))
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix(pipeline + "-" + uid)
        .setRecordSerializer(schema)
        .build();
  }

  private <T> GuardedSink<T, KafkaWriterState, KafkaCommittable> guarded(
      KafkaSink<T> sink, Location.Topic topic) {
    Properties asking = client(topic);
    asking.setProperty("bootstrap.servers", topic.connection().brokers());
    return GuardedSink.of(
        sink,
        policy,
        log,
        new KafkaTransactionOutcome(asking),
        new TopicDestination(asking, topic.topic(), transactionTimeoutMs(topic)));
  }

  private static Properties client(Location.Topic topic) {
    Properties properties = new Properties();
    properties.putAll(topic.connection().properties().values());
    // it is for reading
    properties.remove("auto.offset.reset");
    properties.putIfAbsent(TIMEOUT, Integer.toString(TRANSACTION_TIMEOUT_MS));
    // a record that the client gives up fails the job: it waits as long as its transaction is open
    long transaction = Long.parseLong(properties.getProperty(TIMEOUT).strip());
    properties.putIfAbsent(DELIVERY, Long.toString(Math.max(transaction, LEAST_DELIVERY_MS)));
    return properties;
  }
}
