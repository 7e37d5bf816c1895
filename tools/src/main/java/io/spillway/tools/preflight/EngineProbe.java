package io.spillway.tools.preflight;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.SearchConnection;
import io.spillway.search.EngineCheck;
import java.time.Duration;
import java.util.List;

/** Asks the search engine of a pipeline. A run doesn't need it: it waits for an engine. */
public final class EngineProbe {
  private static final Duration EACH = Duration.ofSeconds(10);

  private EngineProbe() {}

  /** What is wrong with the engine, by its hosts. Takes ten seconds for each host at most. */
  public static List<Finding> check(PipelineConfig config) throws InterruptedException {
    if (config.elasticsearch().isEmpty()) {
      return List.of();
    }
    String indices = config.elasticsearch().get().index().replaceAll("\\{[^}]*}", "*");
    return EngineCheck.faults(SearchConnection.of(config.elasticsearch().get()), indices, EACH)
        .stream()
        .map(fault -> new Finding("elasticsearch.hosts", fault.message(), fault.isWarning()))
        .toList();
  }
}
