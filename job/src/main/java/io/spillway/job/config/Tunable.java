package io.spillway.job.config;

import io.spillway.event.SinkName;
import io.spillway.search.bulk.BulkBounds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What settings may change in one pipeline.
 *
 * @param sinks those it has
 * @param bulk edges of the bulk controller; null where there is no search sink
 */
record Tunable(List<SinkName> sinks, BulkBounds bulk) implements Serializable {
  static Tunable of(PipelineConfig pipeline) {
    List<SinkName> sinks = new ArrayList<>();
    pipeline.storage().ifPresent(storage -> sinks.add(SinkName.STORAGE));
    pipeline.elasticsearch().ifPresent(search -> sinks.add(SinkName.SEARCH));
    return new Tunable(
        List.copyOf(sinks),
        pipeline.elasticsearch().map(search -> search.bulk().bounds()).orElse(null));
  }
}
