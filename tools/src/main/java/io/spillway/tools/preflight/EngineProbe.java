package io.spillway.tools.preflight;

import io.spillway.job.config.ElasticsearchConfig;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.SearchConnection;
import io.spillway.search.EngineCheck;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Asks the search engine of a pipeline. A run doesn't need it: it waits for an engine. */
public final class EngineProbe {
  private static final Duration EACH = Duration.ofSeconds(10);

  private EngineProbe() {}

  /** What is wrong with the engine, by its hosts. Takes ten seconds for each host at most. */
  public static List<Finding> check(PipelineConfig config) throws InterruptedException {
    if (config.elasticsearch().isEmpty()) {
      return List.of();
    }
    ElasticsearchConfig search = config.elasticsearch().get();
    List<String> indices =
        Stream.concat(
                Stream.of(search.index()),
                search.naming().tables().stream().map(names -> names.index().toString()))
            .map(template -> template.replaceAll("\\{[^}]*}", "*"))
            .distinct()
            .toList();
    return EngineCheck.faults(SearchConnection.of(search), indices, EACH).stream()
        .map(fault -> new Finding("elasticsearch.hosts", fault.message(), fault.isWarning()))
        .toList();
  }
}
