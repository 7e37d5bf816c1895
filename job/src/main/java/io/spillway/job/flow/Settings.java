package io.spillway.job.flow;

import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PlaceText;
import io.spillway.job.config.SpoolConfig;
import io.spillway.job.config.StorageConfig;
import io.spillway.layout.DateSeparator;
import io.spillway.spool.FileTarget;
import io.spillway.spool.FileTargets;
import io.spillway.spool.SpoolMemory;
import io.spillway.spool.SpoolSettings;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.StorageSettings;
import io.spillway.tables.TableRules;
import java.util.OptionalLong;

/** The pipeline file's sections as the stages' own settings. */
final class Settings {
  /** Enough for every upload thread to have a full batch of rows in hand and one waiting. */
  private static final long IN_FLIGHT_PER_THREAD = 512 << 10;

  private static final long LEAST_IN_FLIGHT = 4 << 20;

  /** A pending DDL is normal for as long as a partition may run ahead of the slowest. */
  private static final long STUCK_DDL_MS = 60_000;

  private Settings() {}

  static StorageSettings storage(
      PipelineConfig config, String extension, Namespace namespace, BucketClaim claim) {
    StorageConfig storage = config.storage().orElseThrow();
    StorageSettings settings =
        new StorageSettings(
                PlaceText.of(storage.path()),
                storage.fileIndexDigits(),
                extension,
                storage.uploadThreads(),
                Math.max(LEAST_IN_FLIGHT, storage.uploadThreads() * IN_FLIGHT_PER_THREAD),
                claim.formed(storage.form().text()))
            .inline(storage.inlineSize());
    if (!namespace.isHarvest()) {
      return settings.following(namespace.label());
    }
    return new Sources(config).byNamespace().size() == 1 ? settings.alone() : settings;
  }

  static SpoolSettings spool(
      PipelineConfig config, StorageConfig storage, Namespace namespace, BucketClaim claim) {
    SpoolConfig spool = config.spool();
    return new SpoolSettings(
        memory(config),
        spool.quota(),
        (long) (spool.quota() * spool.highWatermark()),
        (long) (spool.quota() * spool.lowWatermark()),
        files(storage, config.tables()),
        config.pipeline().checkpointInterval().toMillis(),
        DateSeparator.valueOf(storage.dateSeparator().name()),
        storage.dateZone(),
        STUCK_DDL_MS,
        namespace.label(),
        claim.again());
  }

  /** Each namespace has a spool of its own in every slot. */
  private static SpoolMemory memory(PipelineConfig config) {
    OptionalLong given = config.spool().memory();
    if (given.isPresent()) {
      return new SpoolMemory.Fixed(given.getAsLong());
    }
    int spools = new Sources(config).byNamespace().size();
    return new SpoolMemory.OfProcess(spools);
  }

  private static FileTargets files(StorageConfig storage, TableRules rules) {
    FileTarget everywhere = new FileTarget(storage.fileSize(), storage.flushInterval().toMillis());
    return new FileTargets(
        everywhere,
        rules.all().stream()
            .map(
                rule ->
                    new FileTargets.OfTables(
                        rule::gives,
                        new FileTarget(
                            rule.files().bytes().orElse(everywhere.bytes()),
                            rule.files().intervalMs().orElse(everywhere.intervalMs()))))
            .toList());
  }
}
