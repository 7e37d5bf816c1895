package io.spillway.job.flow;

import io.spillway.job.config.BulkConfig;
import io.spillway.job.config.ElasticsearchConfig;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.search.SearchConfig;
import io.spillway.search.WriterConfig;
import io.spillway.search.WriterConfig.DeadLetterLimits;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.ControllerConfig.Pace;
import io.spillway.search.bulk.ControllerConfig.Thresholds;
import io.spillway.search.bulk.Guardrails;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.NameTemplate;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;

/** Section {@code elasticsearch} as the sink's own settings. */
final class SearchSettings {
  /** A handful of failures in a quiet minute is no flood, whatever their share. */
  private static final int LEAST_FLOOD = 20;

  /** Backlog that is none, and backlog to catch up with, as shares of the buffer. */
  private static final int IDLE_SHARE = 1024;

  private static final int CATCH_UP_SHARE = 4;

  private SearchSettings() {}

  /**
   * @param pipeline with a section for search
   */
  static SearchConfig of(PipelineConfig pipeline) {
    ElasticsearchConfig search = pipeline.elasticsearch().orElseThrow();
    BulkConfig bulk = search.bulk();
    DocumentConfig documents =
        new DocumentConfig(
            NameTemplate.parse(search.index()),
            NameTemplate.parse(search.id()),
            search.version(),
            search.longIds(),
            search.values().in(zone(search, pipeline.sources())),
            (int) bulk.maxBytes(),
            search.naming());
    WriterConfig writer =
        new WriterConfig(
            controller(bulk),
            bulk.buffer(),
            pipeline.policy(),
            new DeadLetterLimits(pipeline.errors().maxDeadLetterRate(), LEAST_FLOOD),
            search.newIndices(),
            search.atEnd(),
            search.hosts().stream().map(URI::toString).collect(Collectors.joining(", ")),
            pipeline.pipeline().checkpointInterval().toMillis());
    return new SearchConfig(SearchConnection.of(search), documents, writer, search.spoolQuota());
  }

  /** Only Debezium's rows are written here, in the zone that their source says. */
  private static ZoneId zone(ElasticsearchConfig search, List<SourceConfig> sources) {
    return search.timestampZone().orElseGet(() -> SourceConfig.shownZone(sources));
  }

  private static ControllerConfig controller(BulkConfig bulk) {
    long cooldown = bulk.cooldown().toMillis();
    Pace pace = Pace.DEFAULT;
    return new ControllerConfig(
        bulk.bounds(),
        new Guardrails(
            rail(bulk.guardrails().rejectRate()),
            new Guardrails.Rail(
                millis(bulk.guardrails().latencyP95().yellow()),
                millis(bulk.guardrails().latencyP95().red())),
            rail(bulk.guardrails().errorRate())),
        new Thresholds(
            Math.max(1, bulk.buffer() / IDLE_SHARE),
            Thresholds.DEFAULT.idleLagMs(),
            bulk.buffer() / CATCH_UP_SHARE,
            Thresholds.DEFAULT.catchUpLagMs()),
        new Pace(
            Math.min(pace.windowMs(), cooldown), cooldown, pace.minPauseMs(), pace.maxPauseMs()));
  }

  private static Guardrails.Rail rail(BulkConfig.RateLimits limits) {
    return new Guardrails.Rail(limits.yellow(), limits.red());
  }

  private static double millis(Duration duration) {
    return duration.toMillis();
  }
}
