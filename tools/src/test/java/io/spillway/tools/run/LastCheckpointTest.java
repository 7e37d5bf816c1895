package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LastCheckpointTest {
  @Test
  void whyThereWasNoneIsSaidWithoutNamesOfClasses() {
    assertThat(LastCheckpoint.why(new TimeoutException()))
        .isEqualTo("it was not complete after 60 s");
    Exception restarting =
        new ExecutionException(
            new IllegalStateException(
                "org.apache.flink.runtime.checkpoint.CheckpointException: Checkpoint triggering task"
                    + " Source (1/2) of job 43 is not being executed at the moment. Aborting."));
    assertThat(LastCheckpoint.why(restarting))
        .isEqualTo("the job was not running, as after a failure (see the log)");
    assertThat(LastCheckpoint.why(new ExecutionException(new IllegalStateException("disk full"))))
        .isEqualTo("disk full");
  }
}
