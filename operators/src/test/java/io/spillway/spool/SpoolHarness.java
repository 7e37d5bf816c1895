package io.spillway.spool;

import io.spillway.encode.CanalJsonRows;
import io.spillway.event.Broadcast;
import io.spillway.event.Row;
import io.spillway.plan.StorageCommand;
import io.spillway.policy.JobMatrix;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.BucketFiles;
import io.spillway.storage.StorageCommandSerializer;
import io.spillway.storage.StorageSettings;
import java.nio.file.Path;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;

/** A subtask of the spool, in the test's own time. */
final class SpoolHarness
    extends KeyedTwoInputStreamOperatorTestHarness<String, Row, Broadcast, StorageCommand> {
  static final int MAX_PARALLELISM = 16;

  SpoolHarness(
      Path bucket, StateBackend backend, SpoolSettings settings, int parallelism, int subtask)
      throws Exception {
    super(
        new SpoolOperator(
            settings,
            new CanalJsonRows(),
            () ->
                new BucketFiles(
                    new StorageSettings(
                        bucket.toUri().toString(), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"))),
            JobMatrix.DEFAULT),
        row -> row.dispatcher().key(),
        null,
        Types.STRING,
        MAX_PARALLELISM,
        parallelism,
        subtask);
    setStateBackend(backend);
    setup(new StorageCommandSerializer());
  }
}
