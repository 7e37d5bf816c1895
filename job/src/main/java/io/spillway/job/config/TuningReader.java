package io.spillway.job.config;

import io.spillway.event.SinkName;
import io.spillway.event.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Reads what settings change besides tables, within what the pipeline allows. */
final class TuningReader {
  private final Tunable tunable;

  TuningReader(Tunable tunable) {
    this.tunable = tunable;
  }

  Tuning read(Section settings) {
    return Tuning.NONE.pausing(sinks(settings));
  }

  private List<SinkName> sinks(Section settings) {
    String key = "pause-sinks";
    List<SinkName> sinks = new ArrayList<>();
    for (String word : settings.words(key)) {
      List<SinkName> found =
          tunable.sinks().stream().filter(sink -> sink.word().equals(word)).toList();
      if (found.isEmpty()) {
        String known =
            tunable.sinks().stream().map(SinkName::word).collect(Collectors.joining(", "));
        settings.fault(key, "is not a sink of this pipeline (" + known + "): " + word);
      }
      sinks.addAll(found);
    }
    return sinks;
  }
}
