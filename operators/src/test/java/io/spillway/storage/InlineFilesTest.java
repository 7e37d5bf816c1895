package io.spillway.storage;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data files whose bytes are in the plan, on a disk and on an object store. */
class InlineFilesTest {
  private static final String DAY = "shop/orders/1/2026-01-15/";
  private static final List<Function<Path, String>> FILE_SYSTEMS =
      List.of(FaultyFileSystem::uri, FaultyFileSystem::storeUri);

  @TempDir Path temp;

  @AfterEach
  void noMoreFaults() {
    FaultyFileSystem.failAt(-1, false);
  }

  private static StorageSettings settings(String uri) {
    return new StorageSettings(uri, 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
  }

  /** Three of one directory, the second of them uploaded, and one of another table. */
  private static CommitPlan plan(String uri, long checkpoint, long first) throws IOException {
    return new CommitPlan(
        checkpoint,
        checkpoint * 100,
        List.of(
            StagedFiles.inline(ORDERS, 1, first + 2),
            StagedFiles.data(settings(uri), ORDERS, 1, first + 1),
            StagedFiles.inline(ORDERS, 1, first),
            StagedFiles.inline(ITEMS, 1, first)),
        List.of(schema(ORDERS, 1), schema(ITEMS, 1)),
        Balance.NONE,
        new PlanOrigin("l-1", checkpoint - 4, ""));
  }

  private static PlanRun run(String uri, long restored) throws IOException {
    return Attempts.run(settings(uri), Attempts.restoredFrom(restored));
  }

  private static void carryOut(String uri, CommitPlan plan, long restored) throws Exception {
    try (PlanRun run = run(uri, restored)) {
      run.carryOut(plan);
    }
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(temp.resolve(name));
  }

  /** Between a put and the index, the index and the metadata, and at every other step. */
  @Test
  void aCrashAtEveryStepLeavesWhatAReaderMayRelyOnAndIsRepaired() throws Exception {
    for (Function<Path, String> files : FILE_SYSTEMS) {
      String name = files.apply(temp).substring(0, 2);
      Path whole = folder("whole" + name);
      String wholeUri = files.apply(whole);
      CommitPlan untouched = plan(wholeUri, 5, 1);
      FaultyFileSystem.failAt(-1, false);
      carryOut(wholeUri, untouched, -1);
      int changes = FaultyFileSystem.changes();
      // a claim, a number, 2 schema files, 4 data files, 2 index files, metadata
      assertThat(changes).isGreaterThanOrEqualTo(11);
      Map<String, String> expected = StagedFiles.visible(whole);
      assertThat(expected).hasSize(9);
      for (int step = 0; step < changes; step++) {
        for (boolean after : List.of(false, true)) {
          Path folder = folder(name + step + after);
          String uri = files.apply(folder);
          CommitPlan plan = plan(uri, 5, 1);
          FaultyFileSystem.failAt(step, after);
          assertThatThrownBy(() -> carryOut(uri, plan, -1)).isInstanceOf(IOException.class);
          PlanRunTest.requireReadable(StagedFiles.visible(folder), 2);
          FaultyFileSystem.failAt(-1, false);
          carryOut(uri, plan, 5);
          assertThat(StagedFiles.visible(folder)).as("%s, step %d", uri, step).isEqualTo(expected);
          carryOut(uri, plan, 5);
          assertThat(StagedFiles.visible(folder)).as("a third time").isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aStepThatFailsIsRepeatedByTheSameRun() throws Exception {
    String whole = FaultyFileSystem.storeUri(folder("whole"));
    CommitPlan untouched = plan(whole, 5, 1);
    FaultyFileSystem.failAt(-1, false);
    carryOut(whole, untouched, -1);
    int changes = FaultyFileSystem.changes();
    for (int step = 0; step < changes; step++) {
      Path folder = folder("again" + step);
      String uri = FaultyFileSystem.storeUri(folder);
      CommitPlan plan = plan(uri, 5, 1);
      FaultyFileSystem.failAt(step, step % 2 == 0);
      try (PlanRun run = run(uri, -1)) {
        assertThatThrownBy(() -> run.carryOut(plan)).isInstanceOf(IOException.class);
        FaultyFileSystem.failAt(-1, false);
        run.carryOut(plan);
      }
      assertThat(StagedFiles.visible(folder))
          .as("step %d", step)
          .isEqualTo(StagedFiles.visible(temp.resolve("whole")));
    }
  }

  @Test
  void aFileAndItsIndexAreOnePutEachAndNothingIsLookedFor() throws Exception {
    String uri = FaultyFileSystem.storeUri(temp);
    try (PlanRun run = run(uri, -1)) {
      run.carryOut(plan(uri, 5, 1));
      CommitPlan next =
          new CommitPlan(
              6,
              600,
              List.of(StagedFiles.inline(ORDERS, 1, 4), StagedFiles.inline(ITEMS, 1, 4)),
              List.of(),
              Balance.NONE,
              new PlanOrigin("l-1", 2, ""));
      FaultyFileSystem.failAt(-1, false);
      run.carryOut(next);
    }
    assertThat(FaultyFileSystem.changes())
        .as("plan, number, 2 files, 2 indexes, metadata")
        .isEqualTo(7);
    assertThat(FaultyFileSystem.looks()).isZero();
  }

  @Test
  void aNewTableInANewBucketCostsNoLookEither() throws Exception {
    String uri = FaultyFileSystem.storeUri(temp);
    CommitPlan plan =
        new CommitPlan(
            5,
            500,
            List.of(StagedFiles.inline(ORDERS, 1, 1), StagedFiles.inline(ITEMS, 1, 1)),
            List.of(),
            Balance.NONE);
    FaultyFileSystem.failAt(-1, false);
    carryOut(uri, plan, -1);
    assertThat(FaultyFileSystem.looks()).as("one listing of the database").isEqualTo(1);
  }

  @Test
  void aForeignFileInItsPlaceIsRefusedAndOneOfTheSameContentIsItsOwn() throws Exception {
    for (long restored : new long[] {-1, 5}) {
      Path folder = folder("foreign" + restored);
      String uri = FaultyFileSystem.storeUri(folder);
      CommitPlan plan = plan(uri, 5, 1);
      Path place = folder.resolve(DAY + "CDC000003.json");
      Files.createDirectories(place.getParent());
      Files.writeString(place, "shop.orders@1#9\n");
      assertThatThrownBy(() -> carryOut(uri, plan, restored))
          .isInstanceOf(CommitFault.class)
          .hasMessageContaining("CDC000003.json is there already, with 16 other bytes");
      assertThat(place).hasContent("shop.orders@1#9\n");
      assertThat(StagedFiles.visible(folder)).doesNotContainKey("metadata");
      Files.writeString(place, "shop.orders@1#3\n");
      carryOut(uri, plan, 5);
      assertThat(StagedFiles.visible(folder)).containsKey("metadata");
    }
  }

  @Test
  void aPlanForAnotherBucketIsRefused() throws Exception {
    String uri = FaultyFileSystem.storeUri(temp);
    CommitPlan plan =
        new CommitPlan(
            5,
            500,
            List.of(StagedFiles.inline(ORDERS, 1, 1)),
            List.of(),
            Balance.NONE,
            new PlanOrigin("l-1", 1, "gs:///elsewhere"));
    assertThatThrownBy(() -> carryOut(uri, plan, 5))
        .isInstanceOf(CommitFault.class)
        .hasMessageContaining("was made for bucket gs:///elsewhere");
    assertThat(StagedFiles.visible(temp)).isEmpty();
  }

  /**
   * A process that goes on beside its successor, with an answer of the fence that is still good.
   */
  @Test
  void whatAFencedOwnerStillWritesWithinItsLastAnswerIsPutRight() throws Exception {
    Path undisturbed = folder("undisturbed");
    String aloneUri = FaultyFileSystem.storeUri(undisturbed);
    carryOut(aloneUri, plan(aloneUri, 5, 1), -1);
    carryOut(aloneUri, plan(aloneUri, 6, 4), 5);
    Map<String, String> expected = StagedFiles.visible(undisturbed);
    int landed = 0;
    // behind the claim
    for (int change = 1; change < 11; change++) {
      Path folder = folder("zombie" + change);
      String uri = FaultyFileSystem.storeUri(folder);
      CommitPlan fifth = plan(uri, 5, 1);
      CommitPlan sixth = plan(uri, 6, 4);
      CommitterAttempt old = Attempts.restoredFrom(4);
      PlanRun[] successor = new PlanRun[1];
      FaultyFileSystem.pauseAt(
          change,
          () -> {
            successor[0] = run(uri, 5);
            successor[0].carryOut(fifth);
            successor[0].carryOut(sixth);
          });
      // time stands still for it
      try (PlanRun zombie =
          new PlanRun(
              settings(uri), old, new SimpleCounter(), Attempts.pace(0, 3_600_000, () -> 0))) {
        Throwable first = catchThrowable(() -> zombie.carryOut(fifth));
        if (!(first instanceof FencedException)) {
          // an upload that the successor has completed: the policy has it tried again
          assertThat(first).isInstanceOf(IOException.class);
          assertThatThrownBy(() -> zombie.carryOut(fifth)).isInstanceOf(FencedException.class);
        }
      }
      assertThat(FaultyFileSystem.hasPaused()).isTrue();
      landed += successor[0].putRight();
      assertThat(StagedFiles.visible(folder)).as("change %d", change).isEqualTo(expected);
      assertThat(successor[0].putRight()).isZero();
      successor[0].close();
    }
    assertThat(landed).as("a number, index files, metadata").isGreaterThanOrEqualTo(8);
  }
}
