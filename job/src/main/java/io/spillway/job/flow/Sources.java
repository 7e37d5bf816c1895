package io.spillway.job.flow;

import io.spillway.cursor.Namespace;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.ProgressBy;
import io.spillway.event.Event;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PlaceText;
import io.spillway.job.config.SourceConfig;
import io.spillway.source.DecoderFactory;
import io.spillway.source.FilesInput;
import io.spillway.source.KafkaInput;
import io.spillway.source.Watermarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** The pipeline's sources as Flink's. */
final class Sources {
  private final PipelineConfig config;

  Sources(PipelineConfig config) {
    this.config = config;
  }

  /** Which sources deliver for which namespace, by their index; both in the order of the file. */
  Map<Namespace, List<Integer>> byNamespace() {
    Map<Namespace, List<Integer>> namespaces = new LinkedHashMap<>();
    for (int i = 0; i < config.sources().size(); i++) {
      namespaces.computeIfAbsent(namespace(i), n -> new ArrayList<>()).add(i);
    }
    return namespaces;
  }

  private Namespace namespace(int index) {
    SourceConfig.Reading reading = config.sources().get(index).reading();
    return new Namespace(reading.operation().name(), reading.namespace());
  }

  Source<Event, ?, ?> source(int index) {
    DispatcherBy by = DispatcherBy.valueOf(config.dispatcherBy().name());
    SourceConfig source = config.sources().get(index);
    DecoderFactory decoder = Decoders.ruled(Decoders.of(by, source.reading()), config.tables());
    if (source instanceof SourceConfig.FilesSource files) {
      return FilesInput.of(PlaceText.of(files.path()), decoder, config.policy());
    }
    return kafka((SourceConfig.KafkaSource) source, decoder);
  }

  private Source<Event, ?, ?> kafka(SourceConfig.KafkaSource kafka, DecoderFactory decoder) {
    Properties properties = new Properties();
    properties.putAll(kafka.connection().properties().values());
    KafkaInput input =
        new KafkaInput(
                kafka.connection().brokers(),
                kafka.groupId(),
                properties,
                decoder,
                config.pipeline().name(),
                config.policy())
            .from(start(kafka.start()));
    if (kafka.topics() instanceof SourceConfig.Topics.Names names) {
      input.topics(names.names());
    } else if (kafka.topics() instanceof SourceConfig.Topics.Matching matching) {
      input.topicPattern(matching.pattern());
    } else {
      throw new IllegalStateException("unknown topics: " + kafka.topics());
    }
    kafka.reading().idleTimeout().ifPresent(input::idleAfter);
    if (kafka.end() == SourceConfig.End.LATEST) {
      return isResolved(kafka.reading())
          ? input.untilResolved().build()
          : input.untilLatest().build();
    }
    return input.build();
  }

  private static OffsetsInitializer start(SourceConfig.Start start) {
    if (start instanceof SourceConfig.Start.Latest) {
      return OffsetsInitializer.latest();
    } else if (start instanceof SourceConfig.Start.Committed) {
      return OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
    } else if (start instanceof SourceConfig.Start.AtTimestamp at) {
      return OffsetsInitializer.timestamp(at.millis());
    } else if (start instanceof SourceConfig.Start.Earliest) {
      return OffsetsInitializer.earliest();
    }
    throw new IllegalStateException("unknown start: " + start);
  }

  WatermarkStrategy<Event> watermarks(int index) {
    SourceConfig.Reading reading = config.sources().get(index).reading();
    WatermarkStrategy<Event> strategy = isResolved(reading) ? resolved(reading) : observed(reading);
    // old rows must not hold back those of today, nor the other way round
    String group = Uids.of(namespace(index), config.pipeline().name());
    return Watermarks.aligned(strategy, group, reading.maxDrift());
  }

  private static boolean isResolved(SourceConfig.Reading reading) {
    return reading.watermark() == SourceConfig.WatermarkMode.RESOLVED;
  }

  /** What stands for the source's progress. */
  ProgressBy progress(int index) {
    SourceConfig source = config.sources().get(index);
    if (!isResolved(source.reading())) {
      return ProgressBy.NEWEST;
    }
    // the end of a file is the end of its stream, that of a topic is only where reading stopped
    return source instanceof SourceConfig.FilesSource
        ? ProgressBy.RESOLVED_THEN_END
        : ProgressBy.RESOLVED;
  }

  private static WatermarkStrategy<Event> resolved(SourceConfig.Reading reading) {
    WatermarkStrategy<Event> strategy = Watermarks.resolved();
    return reading.idleTimeout().map(strategy::withIdleness).orElse(strategy);
  }

  private static WatermarkStrategy<Event> observed(SourceConfig.Reading reading) {
    Duration tail = reading.tailTimeout().orElseThrow();
    return reading
        .idleTimeout()
        .map(idle -> Watermarks.observed(tail, idle))
        .orElseGet(() -> Watermarks.observed(tail));
  }
}
