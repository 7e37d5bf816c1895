package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.TableId;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import io.spillway.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is paused in the middle of a commit, replaced, and wakes up when its successor has
 * repeated that commit and made another one.
 */
class ZombieTest {
  private static final TableId ITEMS = Samples.ITEMS;
  private static final List<TableId> BOTH = List.of(ORDERS, ITEMS);
  private static final List<TableId> ONE = List.of(ORDERS);
  private static final String INDEX = "shop/orders/1/2026-01-15/meta/CDC.index";
  private static final String OWNER = "_spillway/owner.json";

  @TempDir Path temp;
  private int scenes;

  @AfterEach
  void noMoreFaults() {
    FaultyFileSystem.failAt(-1, false);
  }

  private static StorageSettings settings(Path folder) {
    return new StorageSettings(
        FaultyFileSystem.uri(folder), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
  }

  private static CommitterAttempt attempt(String job, int number, long restored) {
    return new CommitterAttempt(job, "graph of " + job, number, restored);
  }

  private static CommitPlan plan(Path folder, long checkpoint, long first, List<TableId> tables)
      throws IOException {
    StorageSettings settings = settings(folder);
    List<Written.Data> data = new ArrayList<>();
    List<Written.Schema> schemas = new ArrayList<>();
    for (TableId table : tables) {
      data.add(StagedFiles.data(settings, table, 1, first));
      schemas.add(schema(table, 1));
    }
    data.add(StagedFiles.data(settings, ORDERS, 1, first + 1));
    return new CommitPlan(
        checkpoint,
        checkpoint * 100,
        data,
        schemas,
        Balance.NONE,
        new PlanOrigin("l-1", checkpoint - 4, ""));
  }

  /** A bucket with two plans to come, and who carries them out. */
  private final class Scene {
    final Path folder;
    final CommitPlan fifth;
    final CommitPlan sixth;
    PlanRun successor;

    Scene(String name) throws IOException {
      this(name, BOTH);
    }

    Scene(String name, List<TableId> tables) throws IOException {
      folder = Files.createDirectories(temp.resolve(name));
      fifth = plan(folder, 5, 1, tables);
      sixth = plan(folder, 6, 3, tables);
    }

    void succeed(CommitterAttempt by) throws Exception {
      successor = Attempts.run(settings(folder), by);
      successor.carryOut(fifth);
      successor.carryOut(sixth);
    }

    /** Until it notices; a step that the successor has done already may fail before. */
    FencedException wakeUp(PlanRun zombie) throws Exception {
      for (int tries = 0; tries < 3; tries++) {
        try {
          zombie.carryOut(fifth);
        } catch (FencedException e) {
          return e;
        } catch (IOException e) {
          // as a committer does, it tries again
          continue;
        }
      }
      throw new AssertionError("the zombie has never noticed");
    }
  }

  private Map<String, String> undisturbed() throws Exception {
    return undisturbed(BOTH);
  }

  private Map<String, String> undisturbed(List<TableId> tables) throws Exception {
    Scene scene = new Scene("undisturbed" + scenes++, tables);
    scene.succeed(attempt("job-1", 1, 5));
    scene.successor.close();
    return StagedFiles.visible(scene.folder);
  }

  @Test
  void whoWakesUpBeforeAStepTouchesNothing() throws Exception {
    Map<String, String> expected = undisturbed();
    int step = 0;
    for (boolean paused = true; paused; step++) {
      Scene scene = new Scene("before" + step);
      // the first read is that of the claim
      FaultyFileSystem.pauseAtRead(OWNER, step, () -> scene.succeed(attempt("job-1", 1, 5)));
      try (PlanRun zombie = Attempts.run(settings(scene.folder), attempt("job-1", 0, 4))) {
        if (step < 12) {
          assertThat(scene.wakeUp(zombie).isForGood()).isFalse();
          assertThat(StagedFiles.visible(scene.folder)).as("read %d", step).isEqualTo(expected);
          assertThat(scene.successor.putRight()).isZero();
          scene.successor.close();
        } else {
          zombie.carryOut(scene.fifth);
        }
      }
      paused = FaultyFileSystem.hasPaused();
    }
    assertThat(step)
        .as("claim, plan, number, 2 schemas, 3 files, 2 indexes, metadata, end")
        .isEqualTo(13);
  }

  @Test
  void theOneStepThatHadBegunIsPutRight() throws Exception {
    // lanes take turns as they come, so one table: each number is the same step every time
    Map<String, String> expected = undisturbed(ONE);
    int landed = 0;
    // behind the two changes of the claim
    for (int change = 2; change < 14; change++) {
      Scene scene = new Scene("begun" + change, ONE);
      FaultyFileSystem.pauseAt(change, () -> scene.succeed(attempt("job-1", 1, 5)));
      try (PlanRun zombie = Attempts.run(settings(scene.folder), attempt("job-1", 0, 4))) {
        assertThat(scene.wakeUp(zombie).isForGood()).as("change %d", change).isFalse();
      }
      assertThat(FaultyFileSystem.hasPaused()).isTrue();
      landed += scene.successor.putRight();
      assertThat(StagedFiles.visible(scene.folder)).as("change %d", change).isEqualTo(expected);
      assertThat(scene.successor.putRight()).isZero();
      scene.successor.close();
    }
    assertThat(landed)
        .as("number, index file, metadata; each paused before its content and its rename")
        .isEqualTo(6);
  }

  @Test
  void aClaimThatHadBegunIsTakenBackByTheNextStep() throws Exception {
    for (int change = 0; change < 2; change++) {
      Scene scene = new Scene("claim" + change);
      FaultyFileSystem.pauseAt(change, () -> scene.succeed(attempt("job-1", 1, 5)));
      try (PlanRun zombie = Attempts.run(settings(scene.folder), attempt("job-1", 0, 4))) {
        // finds everything done
        zombie.carryOut(scene.fifth);
        assertThat(StagedFiles.visible(scene.folder)).isEqualTo(undisturbed());
        CommitPlan seventh = plan(scene.folder, 7, 5, BOTH);
        scene.successor.carryOut(seventh);
        assertThatThrownBy(() -> zombie.carryOut(plan(scene.folder, 8, 7, BOTH)))
            .isInstanceOfSatisfying(
                FencedException.class, e -> assertThat(e.isForGood()).isFalse());
      }
      scene.successor.close();
    }
  }

  @Test
  void anotherJobThatTakesOverStopsTheFirstForGood() throws Exception {
    Scene scene = new Scene("other");
    FaultyFileSystem.pauseAtRead(OWNER, 4, () -> scene.succeed(attempt("job-2", 0, 5)));
    try (PlanRun first = Attempts.run(settings(scene.folder), attempt("job-1", 0, 4))) {
      FencedException stopped = scene.wakeUp(first);
      assertThat(stopped.isForGood()).isTrue();
      assertThat(stopped).hasMessageContaining("taken over by pipeline shop (job job-2) at 20");
    }
    // nor does it come back by a restart
    try (PlanRun restarted = Attempts.run(settings(scene.folder), attempt("job-1", 1, 4))) {
      assertThatThrownBy(() -> restarted.carryOut(scene.fifth))
          .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.isForGood()).isTrue());
    }
    assertThat(StagedFiles.visible(scene.folder)).isEqualTo(undisturbed());
    scene.successor.close();
  }

  @Test
  void anIndexFileThatWentBackIsPutRightAlsoWhereNoNewFileComes() throws Exception {
    Scene scene = new Scene("alone");
    scene.succeed(attempt("job-1", 1, 5));
    Path index = scene.folder.resolve(INDEX);
    String newest = Files.readString(index);
    SimpleCounter found = new SimpleCounter();
    try (Watch watch = new Watch(scene.successor::putRight, found, List.of())) {
      watch.once();
      assertThat(found.getCount()).isZero();
      Files.writeString(index, "CDC000002.json\n");
      Files.writeString(scene.folder.resolve("metadata"), "{\"checkpoint-ts\":500}");
      watch.once();
    }
    assertThat(found.getCount()).isEqualTo(2);
    assertThat(index).hasContent(newest);
    assertThat(scene.folder.resolve("metadata")).hasContent("{\"checkpoint-ts\":600}");
    scene.successor.close();
  }

  @Test
  void aCancelledTaskBeginsNoFurtherStep() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("cancelled"));
    StorageSettings settings = settings(folder);
    // one table, so that its steps come one after the other
    CommitPlan plan =
        new CommitPlan(
            5,
            500,
            List.of(
                StagedFiles.data(settings, ORDERS, 1, 1), StagedFiles.data(settings, ORDERS, 1, 2)),
            List.of(schema(ORDERS, 1)),
            Balance.NONE,
            new PlanOrigin("l-1", 1, ""));
    Thread task = Thread.currentThread();
    int[] changes = new int[1];
    // behind two changes each for the claim, the plan, its number and the schema file: the first
    // data file
    FaultyFileSystem.pauseAt(
        8,
        () -> {
          task.interrupt();
          try {
            // until the pool is told to stop
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            changes[0] = FaultyFileSystem.changes();
          }
        });
    try (PlanRun run = Attempts.run(settings, attempt("job-1", 0, 4))) {
      assertThatThrownBy(() -> run.carryOut(plan)).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).as("the interrupt is the caller's").isFalse();
      assertThatThrownBy(() -> run.carryOut(plan)).hasMessageContaining("cancelled");
    }
    assertThat(changes[0]).isEqualTo(8);
    assertThat(FaultyFileSystem.changes()).as("the one that had begun").isEqualTo(9);
  }
}
