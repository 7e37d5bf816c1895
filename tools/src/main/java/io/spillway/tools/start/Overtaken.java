package io.spillway.tools.start;

import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PlaceText;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.StorageConfig;
import io.spillway.job.start.SavedState;
import io.spillway.job.start.StateUids;
import io.spillway.plan.CommitPlan;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.CommitState;
import io.spillway.storage.OvertakenPlans;
import io.spillway.storage.StorageSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Whether a state can't be gone on from, since a plan in it was never carried out and another job
 * has gone on from an older state.
 */
final class Overtaken {
  private Overtaken() {}

  /** What has happened, in words; empty where the state can be gone on from. */
  static Optional<String> why(SavedState state, PipelineConfig config) throws IOException {
    if (config.storage().isEmpty()) {
      return Optional.empty();
    }
    List<Namespace> namespaces =
        config.sources().stream()
            .map(SourceConfig::reading)
            .map(reading -> new Namespace(reading.operation().name(), reading.namespace()))
            .distinct()
            .toList();
    for (Namespace namespace : namespaces) {
      List<CommitPlan> pending =
          state.read(StateUids.committer(namespace), CommitState::pending).orElse(List.of());
      Optional<String> why =
          OvertakenPlans.find(bucket(config, config.storage().get(), namespace), pending);
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  private static StorageSettings bucket(
      PipelineConfig config, StorageConfig storage, Namespace namespace) {
    BucketClaim claim = BucketClaim.of(config.pipeline().name());
    return new StorageSettings(
        PlaceText.of(storage.path()),
        storage.fileIndexDigits(),
        storage.rows().extension(),
        1,
        1,
        namespace.isHarvest() ? claim : claim.in(namespace.label()));
  }
}
