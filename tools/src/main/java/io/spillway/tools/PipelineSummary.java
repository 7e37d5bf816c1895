package io.spillway.tools;

import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineSection;
import io.spillway.job.config.PlaceText;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Topics;
import io.spillway.job.config.SpoolConfig;
import io.spillway.job.config.StorageConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.TimeUtils;

/** What a pipeline does, in a few lines, defaults filled in and secrets masked. */
final class PipelineSummary {
  private PipelineSummary() {}

  static List<String> lines(PipelineConfig config) {
    List<String> lines = new ArrayList<>();
    lines.add(pipeline(config.pipeline()));
    config.sources().forEach(source -> lines.add(source(source)));
    lines.add("order by:     " + label(config.dispatcherBy()));
    lines.add(spool(config.spool()));
    config.storage().ifPresent(storage -> lines.add(storage(storage)));
    config.elasticsearch().ifPresent(search -> lines.add("search:       " + search.hosts()));
    lines.add("cursor:       " + place(config.cursor().events()));
    lines.add("dead letters: " + place(config.errors().deadLetters()));
    config.control().ifPresent(control -> lines.add("control:      " + place(control.source())));
    if (!config.pipeline().flink().values().isEmpty()) {
      lines.add("flink:        " + config.pipeline().flink());
    }
    return lines;
  }

  private static String pipeline(PipelineSection pipeline) {
    String parallelism =
        pipeline.parallelism().isPresent()
            ? Integer.toString(pipeline.parallelism().getAsInt())
            : "Flink's default";
    return "pipeline:     %s, parallelism %s, checkpoint every %s to %s"
        .formatted(
            pipeline.name(),
            parallelism,
            time(pipeline.checkpointInterval()),
            pipeline.checkpointDir().map(PlaceText::of).orElse("a folder beside the output"));
  }

  private static String source(SourceConfig source) {
    SourceConfig.Reading reading = source.reading();
    String namespace = reading.namespace().isEmpty() ? "" : " " + reading.namespace();
    return "source:       %s, %s, %s watermark, %s%s, %s"
        .formatted(
            from(source),
            label(reading.format()),
            label(reading.watermark()),
            reading.operation(),
            namespace,
            reading.idleTimeout().map(t -> "idle after " + time(t)).orElse("never idle"));
  }

  private static String from(SourceConfig source) {
    if (source instanceof FilesSource files) {
      return PlaceText.of(files.path());
    }
    KafkaSource kafka = (KafkaSource) source;
    String topics =
        kafka.topics() instanceof Topics.Names names
            ? "topics " + String.join(", ", names.names())
            : "topics like " + ((Topics.Matching) kafka.topics()).pattern();
    return "%s at %s (group %s, from %s, end %s)"
        .formatted(
            topics,
            kafka.connection().brokers(),
            kafka.groupId(),
            start(kafka.start()),
            label(kafka.end()));
  }

  private static String start(SourceConfig.Start start) {
    return start instanceof SourceConfig.Start.AtTimestamp at
        ? Instant.ofEpochMilli(at.millis()).toString()
        : start.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static String spool(SpoolConfig spool) {
    return "spool:        %s on heap, %s in all, a subtask; waits at %s, goes on at %s"
        .formatted(
            spool.memory().isPresent()
                ? size(spool.memory().getAsLong())
                : "a share of the process",
            size(spool.quota()),
            spool.highWatermark(),
            spool.lowWatermark());
  }

  private static String storage(StorageConfig storage) {
    return "storage:      %s, %s, a file at %s or after %s, folders by %s (%s)"
        .formatted(
            PlaceText.of(storage.path()),
            storage.form().word(),
            size(storage.fileSize()),
            time(storage.flushInterval()),
            label(storage.dateSeparator()),
            storage.dateZone());
  }

  private static String place(Location location) {
    return location instanceof Location.Topic topic
        ? "topic " + topic.topic() + " at " + topic.connection().brokers()
        : PlaceText.of(((Location.Files) location).path());
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String size(long bytes) {
    return new MemorySize(bytes).toString();
  }

  private static String time(Duration duration) {
    return TimeUtils.formatWithHighestUnit(duration);
  }
}
