package io.spillway.job.flow;

import io.spillway.guarded.GuardedSink;
import io.spillway.job.config.PipelineConfig;
import io.spillway.policy.DeadLetter;

/** The sink that a job of this pipeline writes its dead letters with. */
public final class LetterSinks {
  private LetterSinks() {}

  public static GuardedSink<DeadLetter, ?, ?> of(PipelineConfig config) {
    return DeadLetterLog.sink(config);
  }
}
