package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.Layout;
import io.spillway.plan.Written;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Writes schema files, one for each version of a table, whoever wrote it first: readers may have
 * read it already.
 *
 * <p>Both sinks may have the same version in the plan of one checkpoint, and there must not be two
 * files of it where the two know different columns: the one that follows looks again and again for
 * a while before it writes the file, and holds no thread meanwhile.
 */
final class SchemaSteps {
  private static final long LOOK_AGAIN_MS = 100;

  private final BucketFiles bucket;
  private final StorageSettings.Role role;
  private final Looks looks;
  private final String attempt;
  private final StepPool steps;
  private final DataSteps.Before before;

  /** Versions that have a file, as far as this attempt knows. */
  private final Map<TableId, Set<Long>> versions = new ConcurrentHashMap<>();

  /** Tables of which it knows all, where nobody else writes schema files. */
  private final Set<TableId> listed = ConcurrentHashMap.newKeySet();

  /**
   * @param attempt part of temporary files' names
   */
  SchemaSteps(
      BucketFiles bucket,
      StorageSettings.Role role,
      Looks looks,
      String attempt,
      StepPool steps,
      DataSteps.Before before) {
    this.bucket = bucket;
    this.role = role;
    this.looks = looks;
    this.attempt = attempt;
    this.steps = steps;
    this.before = before;
  }

  /**
   * Writes those that the bucket lacks, side by side.
   *
   * @param followUntil by {@link System#nanoTime}, until when a sink that follows leaves it to the
   *     leading one
   */
  CompletableFuture<Void> write(Collection<Written.Schema> schemas, long followUntil) {
    return CompletableFuture.allOf(
        schemas.stream()
            .map(schema -> write(schema, followUntil, steps.executor()))
            .toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> write(Written.Schema schema, long followUntil, Executor when) {
    return CompletableFuture.supplyAsync(() -> isThereOrWritten(schema, followUntil), when)
        .thenCompose(
            done -> {
              if (done) {
                return CompletableFuture.completedFuture(null);
              }
              Executor later =
                  CompletableFuture.delayedExecutor(
                      LOOK_AGAIN_MS, TimeUnit.MILLISECONDS, steps.executor());
              return write(schema, followUntil, later);
            });
  }

  private boolean isThereOrWritten(Written.Schema schema, long followUntil) {
    TableId table = schema.write().file().structure().table();
    long version = schema.write().file().version();
    Set<Long> known = versions.computeIfAbsent(table, t -> ConcurrentHashMap.newKeySet());
    try {
      steps.requireRunning();
      if (!known.contains(version) && isLookNeeded(table)) {
        known.addAll(bucket.schemaVersions(table, known));
        listed.add(table);
      }
      if (!known.contains(version)) {
        if (!role.leads() && System.nanoTime() - followUntil < 0) {
          return false;
        }
        before.require();
        bucket.replace(
            Layout.schemaPath(table, schema.write().file().name()),
            schema.write().file().bytes(),
            attempt);
        known.add(version);
      }
      return true;
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /** A listing has all versions, so a table with thousands of them would pay for each with it. */
  private boolean isLookNeeded(TableId table) throws IOException {
    return role != StorageSettings.Role.ALONE || !listed.contains(table) && looks.isNeeded(table);
  }
}
