package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.policy.ErrorKind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;

/**
 * Carries out one plan: lanes side by side, a lane's stages one after the other, the metadata at
 * the end. Whatever has been done before, by an earlier attempt or an earlier run, is found done.
 */
final class PlanRun implements Closeable {
  /** How long a sink that follows leaves it to the leading one to write a schema file. */
  private static final long FOLLOW_NANOS = 3_000_000_000L;

  private static final long LOOK_AGAIN_MS = 100;

  private final BucketFiles bucket;
  private final boolean leading;
  private final Layout layout;
  private final RecoverableWriter files;
  private final ExecutorService threads;
  private final long restoredCheckpointId;
  private final long followNanos;
  private final String attempt = UUID.randomUUID().toString();
  private final Map<TableId, Set<Long>> schemaVersions = new ConcurrentHashMap<>();
  private final Map<IndexFile, Long> indexed = new ConcurrentHashMap<>();
  private long checkpointTs = Long.MIN_VALUE;
  private boolean checkpointTsRead;

  /**
   * @param restoredCheckpointId plans up to this checkpoint may have been carried out before the
   *     restore, in part or whole; -1 for none
   */
  PlanRun(StorageSettings settings, long restoredCheckpointId) throws IOException {
    this(settings, restoredCheckpointId, FOLLOW_NANOS);
  }

  PlanRun(StorageSettings settings, long restoredCheckpointId, long followNanos)
      throws IOException {
    this.followNanos = followNanos;
    this.bucket = new BucketFiles(settings);
    this.leading = settings.leading();
    this.layout = settings.layout();
    this.files = bucket.fileSystem().createRecoverableWriter();
    this.restoredCheckpointId = restoredCheckpointId;
    this.threads =
        Executors.newFixedThreadPool(
            settings.uploadThreads(), new ExecutorThreadFactory("spillway-commit"));
  }

  void carryOut(CommitPlan plan) throws IOException {
    long followUntil = System.nanoTime() + followNanos;
    boolean again = plan.checkpointId() <= restoredCheckpointId;
    List<CompletableFuture<Void>> lanes = new ArrayList<>();
    for (List<CommitPlan.Stage> lane : plan.lanes()) {
      CompletableFuture<Void> run = CompletableFuture.completedFuture(null);
      for (CommitPlan.Stage stage : lane) {
        run = run.thenCompose(done -> writeSchemas(stage.schemas(), followUntil));
        run = run.thenCompose(done -> all(stage.series(), files -> makeVisible(files, again)));
        run = run.thenCompose(done -> all(stage.indexed(), this::writeIndex));
      }
      lanes.add(run);
    }
    await(lanes);
    if (leading) {
      writeMetadata(plan.checkpointTs());
    }
  }

  private interface Step<T> {
    void run(T subject) throws IOException;
  }

  private <T> CompletableFuture<Void> all(Collection<T> subjects, Step<T> step) {
    List<CompletableFuture<Void>> steps = new ArrayList<>();
    for (T subject : subjects) {
      steps.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  step.run(subject);
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              },
              threads));
    }
    return CompletableFuture.allOf(steps.toArray(CompletableFuture[]::new));
  }

  /** Waits for every lane, also where one has failed: no step runs on behind a retry's back. */
  private static void await(List<CompletableFuture<Void>> lanes) throws IOException {
    IOException first = null;
    for (CompletableFuture<Void> lane : lanes) {
      try {
        lane.join();
      } catch (CompletionException e) {
        Throwable cause = e.getCause();
        IOException failure = cause instanceof IOException io ? io : new IOException(cause);
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private CompletableFuture<Void> writeSchemas(
      Collection<Written.Schema> schemas, long followUntil) {
    return CompletableFuture.allOf(
        schemas.stream()
            .map(schema -> writeSchema(schema, followUntil, threads))
            .toArray(CompletableFuture[]::new));
  }

  /**
   * Both sinks may have the same version in the plan of one checkpoint, and there must not be two
   * files of it where the two know different columns: the one that follows looks again and again
   * for a while before it writes the file, and holds no thread meanwhile.
   */
  private CompletableFuture<Void> writeSchema(
      Written.Schema schema, long followUntil, Executor when) {
    return CompletableFuture.supplyAsync(() -> isThereOrWritten(schema, followUntil), when)
        .thenCompose(
            done -> {
              if (done) {
                return CompletableFuture.completedFuture(null);
              }
              Executor later =
                  CompletableFuture.delayedExecutor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS, threads);
              return writeSchema(schema, followUntil, later);
            });
  }

  private boolean isThereOrWritten(Written.Schema schema, long followUntil) {
    TableId table = schema.write().file().structure().table();
    long version = schema.write().file().version();
    Set<Long> known = schemaVersions.computeIfAbsent(table, t -> ConcurrentHashMap.newKeySet());
    try {
      // a version has one schema file, whoever wrote it: readers may have read it already
      if (!known.contains(version)) {
        known.addAll(bucket.writtenVersions(table));
      }
      if (!known.contains(version)) {
        if (!leading && System.nanoTime() - followUntil < 0) {
          return false;
        }
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

  private void makeVisible(List<Written.Data> inOrder, boolean again) throws IOException {
    for (Written.Data file : inOrder) {
      makeVisible(file, again);
    }
  }

  private void makeVisible(Written.Data file, boolean again) throws IOException {
    String path = layout.path(file.sealed().file());
    long present = bucket.length(path);
    if (present >= 0) {
      // done by an earlier attempt whose answer was lost; anything else must not be touched
      if (present != file.sealed().bytes()) {
        throw new CommitFault(
            ErrorKind.CONFLICT,
            "%s is there already, with %d bytes instead of %d: another job writes to this bucket"
                .formatted(bucket.at(path), present, file.sealed().bytes()));
      }
      return;
    }
    RecoverableFsDataOutputStream.Committer commit =
        files.recoverForCommit(
            SimpleVersionedSerialization.readVersionAndDeSerialize(
                files.getCommitRecoverableSerializer(), file.commit()));
    if (again) {
      commit.commitAfterRecovery();
      // some file systems say nothing when there is nothing left to commit
      if (bucket.length(path) != file.sealed().bytes()) {
        throw new CommitFault(
            ErrorKind.LOST,
            bucket.at(path) + " is lost: neither it nor what should become it is there");
      }
    } else {
      commit.commit();
    }
  }

  private void writeIndex(DataFile newest) throws IOException {
    Long known = indexed.get(newest.index());
    long current = known == null ? bucket.indexed(newest.dir(), newest.dispatcher()) : known;
    if (newest.number() > current) {
      bucket.replace(
          layout.indexPath(newest.dir(), newest.dispatcher()),
          layout.indexContent(newest).getBytes(StandardCharsets.UTF_8),
          attempt);
      current = newest.number();
    }
    indexed.put(newest.index(), current);
  }

  private void writeMetadata(long newCheckpointTs) throws IOException {
    if (!checkpointTsRead) {
      checkpointTs = bucket.checkpointTs();
      checkpointTsRead = true;
    }
    if (newCheckpointTs > checkpointTs) {
      bucket.replace(Layout.METADATA, Layout.metadata(newCheckpointTs), attempt);
      checkpointTs = newCheckpointTs;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
