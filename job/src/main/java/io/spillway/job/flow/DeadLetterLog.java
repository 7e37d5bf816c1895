package io.spillway.job.flow;

import io.spillway.guarded.GuardedSink;
import io.spillway.guarded.OwnLog;
import io.spillway.job.config.ErrorsConfig;
import io.spillway.job.config.KafkaConnection;
import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.Settings;
import io.spillway.job.letters.LetterFiles;
import io.spillway.job.letters.LetterRecord;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterJson;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The dead letters of all stages, exactly once, in files or in a topic. */
final class DeadLetterLog {
  private static final String MAX_REQUEST = "max.request.size";

  private DeadLetterLog() {}

  static void append(DataStream<DeadLetter> letters, PipelineConfig config) {
    log(config).append(letters, sink(config), Uids.DEAD_LETTERS);
  }

  private static EventLog log(PipelineConfig config) {
    return new EventLog(config.pipeline().name(), config.policy(), OwnLog.DEAD_LETTERS);
  }

  static GuardedSink<DeadLetter, ?, ?> sink(PipelineConfig config) {
    ErrorsConfig errors = config.errors();
    if (errors.deadLetters() instanceof Location.Topic topic) {
      ErrorsConfig.Overflow overflow = errors.overflow().orElseThrow();
      LetterRecord records =
          new LetterRecord(
              topic.topic(),
              config.pipeline().name(),
              new LetterFiles(overflow.folder().toString()),
              overflow.maxBytes());
      return log(config).topic(wide(topic, overflow.maxBytes()), Uids.DEAD_LETTERS, records);
    }
    return log(config)
        .sink(
            errors.deadLetters(),
            Uids.DEAD_LETTERS,
            new DeadLetterJson()::write,
            letter -> letter.position().partition().label());
  }

  /** The client must not refuse what the pipeline file allows. */
  private static Location.Topic wide(Location.Topic topic, long maxBytes) {
    Map<String, String> properties = new HashMap<>(topic.connection().properties().values());
    // what is given for the other uses of the cluster may be less
    properties.merge(
        MAX_REQUEST,
        Long.toString(maxBytes),
        (one, other) -> Long.toString(Math.max(Long.parseLong(one), Long.parseLong(other))));
    return new Location.Topic(
        new KafkaConnection(topic.connection().brokers(), new Settings(properties)), topic.topic());
  }
}
