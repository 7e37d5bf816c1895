package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.layout.Layout;
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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanRunTest {
  private static final TableId OTHER = new TableId("shop", "other");

  @TempDir Path temp;

  @AfterEach
  void noMoreFaults() {
    FaultyFileSystem.failAt(-1, false);
  }

  private static StorageSettings settings(Path folder) {
    return new StorageSettings(
        FaultyFileSystem.uri(folder), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
  }

  private static Written.Data staged(Path folder, TableId table, long version, long number)
      throws IOException {
    return StagedFiles.data(settings(folder), table, version, number);
  }

  private static CommitPlan plan(Path folder) throws IOException {
    return new CommitPlan(
        5,
        1000,
        List.of(
            staged(folder, ORDERS, 1, 3),
            staged(folder, ORDERS, 1, 1),
            staged(folder, ORDERS, 1, 2),
            staged(folder, ORDERS, 20, 1),
            staged(folder, OTHER, 1, 1)),
        List.of(schema(ORDERS, 1), schema(ORDERS, 20, ORDERS), schema(OTHER, 1)),
        Balance.NONE);
  }

  private static void carryOut(Path folder, CommitPlan plan, long restored) throws Exception {
    try (PlanRun run = Attempts.run(settings(folder), Attempts.restoredFrom(restored))) {
      run.carryOut(plan);
    }
  }

  private static Map<String, String> visible(Path folder) throws IOException {
    return StagedFiles.visible(folder);
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(temp.resolve(name));
  }

  @Test
  void aPlanMakesSchemasDataIndexAndMetadataReadable() throws Exception {
    carryOut(temp, plan(temp), -1);
    Map<String, String> files = visible(temp);
    assertThat(files).containsEntry("metadata", "{\"checkpoint-ts\":1000}");
    assertThat(files)
        .containsEntry("shop/orders/1/2026-01-15/CDC000002.json", "shop.orders@1#2\n")
        .containsEntry("shop/orders/1/2026-01-15/meta/CDC.index", "CDC000003.json\n")
        .containsEntry("shop/orders/20/2026-01-15/meta/CDC.index", "CDC000001.json\n");
    assertThat(files.keySet()).filteredOn(f -> f.contains("schema_")).hasSize(3);
    assertThat(files).hasSize(12);
  }

  @Test
  void aCrashAtEveryStepLeavesWhatAReaderMayRelyOnAndIsRepaired() throws Exception {
    Path whole = folder("whole");
    FaultyFileSystem.failAt(-1, false);
    carryOut(whole, plan(whole), -1);
    int changes = FaultyFileSystem.changes();
    assertThat(changes).isGreaterThan(15);
    for (int step = 0; step < changes; step++) {
      for (boolean after : List.of(false, true)) {
        Path folder = folder("step" + step + after);
        CommitPlan plan = plan(folder);
        FaultyFileSystem.failAt(step, after);
        assertThatThrownBy(() -> carryOut(folder, plan, -1)).isInstanceOf(IOException.class);
        requireReadable(visible(folder), 3);
        FaultyFileSystem.failAt(-1, false);
        carryOut(folder, plan, 5);
        assertThat(visible(folder)).as("repaired after step %d", step).isEqualTo(visible(whole));
        carryOut(folder, plan, 5);
        assertThat(visible(folder)).as("a third time").isEqualTo(visible(whole));
      }
    }
  }

  /** A failed attempt is repeated by the same run, without a restart. */
  @Test
  void aStepThatFailsIsRepeatedByTheSameRun() throws Exception {
    Path whole = folder("whole");
    carryOut(whole, plan(whole), -1);
    for (int step = 0; step < 18; step++) {
      Path folder = folder("again" + step);
      CommitPlan plan = plan(folder);
      FaultyFileSystem.failAt(step, step % 2 == 0);
      try (PlanRun run = Attempts.run(settings(folder), Attempts.restoredFrom(-1))) {
        assertThatThrownBy(() -> run.carryOut(plan)).isInstanceOf(IOException.class);
        FaultyFileSystem.failAt(-1, false);
        run.carryOut(plan);
      }
      assertThat(visible(folder)).as("step %d", step).isEqualTo(visible(whole));
    }
  }

  /** What a reader may rely on at any time. */
  static void requireReadable(Map<String, String> files, int indexFiles) {
    Layout layout = new Layout(6, ".json");
    for (String path : files.keySet()) {
      layout
          .parseData(path)
          .filter(file -> file.number() > 1)
          .ifPresent(
              file -> {
                DataFile before = new DataFile(file.dir(), file.dispatcher(), file.number() - 1);
                assertThat(files).containsKey(layout.path(before));
              });
    }
    List<String> schemas = files.keySet().stream().filter(f -> f.contains("schema_")).toList();
    List<String> indexes = new ArrayList<>();
    files.forEach(
        (path, content) ->
            layout
                .parseIndex(path)
                .ifPresent(
                    index -> {
                      indexes.add(path);
                      DataFile newest = layout.parseIndexContent(index, content).orElseThrow();
                      for (long n = 1; n <= newest.number(); n++) {
                        DataFile file = new DataFile(newest.dir(), "", n);
                        assertThat(files).containsKey(layout.path(file));
                      }
                      String prefix =
                          newest.dir().table().table() + "/meta/schema_" + newest.dir().version();
                      assertThat(schemas).anyMatch(s -> s.contains(prefix + "_"));
                    }));
    boolean second = schemas.stream().anyMatch(s -> s.contains("orders/meta/schema_20_"));
    assertThat(!second || indexes.contains("shop/orders/1/2026-01-15/meta/CDC.index")).isTrue();
    assertThat(!files.containsKey("metadata") || indexes.size() == indexFiles).isTrue();
  }

  @Test
  void aForeignFileOfAnotherLengthIsRefused() throws Exception {
    CommitPlan plan = plan(temp);
    Path foreign = temp.resolve("shop/orders/1/2026-01-15/CDC000002.json");
    Files.writeString(foreign, "somebody else's");
    assertThatThrownBy(() -> carryOut(temp, plan, -1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("CDC000002.json")
        .hasMessageContaining("another job");
    assertThat(foreign).hasContent("somebody else's");
    assertThat(visible(temp)).doesNotContainKey("metadata");
    assertThat(visible(temp)).doesNotContainKey("shop/orders/1/2026-01-15/meta/CDC.index");
  }

  @Test
  void aForeignFileOfTheSameLengthIsRefused() throws Exception {
    CommitPlan plan = plan(temp);
    Path foreign = temp.resolve("shop/orders/1/2026-01-15/CDC000002.json");
    Files.writeString(foreign, "shop.orders@1#9\n");
    assertThatThrownBy(() -> carryOut(temp, plan, 5))
        .isInstanceOf(CommitFault.class)
        .hasMessageContaining("CDC000002.json")
        .hasMessageContaining("another job");
    assertThat(foreign).hasContent("shop.orders@1#9\n");
    assertThat(visible(temp)).doesNotContainKey("metadata");
  }

  @Test
  void aFileOfAPlanWithoutChecksumsIsTakenByItsLength() throws Exception {
    Written.Data summed = staged(temp, ORDERS, 1, 1);
    Written.Data file =
        new Written.Data(summed.sealed(), summed.content(), Written.Data.NO_CHECKSUM);
    CommitPlan plan =
        new CommitPlan(5, 1000, List.of(file), List.of(schema(ORDERS, 1)), Balance.NONE);
    carryOut(temp, plan, -1);
    Files.writeString(temp.resolve("shop/orders/1/2026-01-15/CDC000001.json"), "shop.orders@1#7\n");
    carryOut(temp, plan, 5);
    assertThat(visible(temp)).containsKey("metadata");
  }

  @Test
  void aPendingPlanOfAnotherBucketIsRefusedWithBothPaths() throws Exception {
    Path before = folder("before");
    Path now = folder("now");
    CommitPlan pending =
        new CommitPlan(
            5,
            1000,
            List.of(staged(before, ORDERS, 1, 1)),
            List.of(),
            Balance.NONE,
            new PlanOrigin("l-1", 1, new BucketFiles(settings(before)).root()));
    assertThatThrownBy(() -> carryOut(now, pending, 5))
        .isInstanceOf(CommitFault.class)
        .hasMessageContaining(before.toString())
        .hasMessageContaining(now.toString());
    assertThat(visible(before)).isEmpty();
  }

  @Test
  void tornIndexAndMetadataAreWrittenAgain() throws Exception {
    CommitPlan plan = plan(temp);
    carryOut(temp, plan, -1);
    Map<String, String> whole = visible(temp);
    Files.writeString(temp.resolve("metadata"), "");
    Files.writeString(temp.resolve("shop/orders/1/2026-01-15/meta/CDC.index"), "");
    Files.writeString(temp.resolve("shop/orders/20/2026-01-15/meta/CDC.index"), "CDC0");
    for (String path : whole.keySet()) {
      if (path.contains("orders/meta/schema_20")) {
        Files.writeString(temp.resolve(path), "");
      }
    }
    carryOut(temp, plan, 5);
    assertThat(visible(temp)).isEqualTo(whole);
  }

  @Test
  void theNumberOfAPlanIsNotedBeforeItsFirstStep() throws Exception {
    CommitPlan plan =
        new CommitPlan(
            5,
            1000,
            List.of(staged(temp, ORDERS, 1, 1)),
            List.of(schema(ORDERS, 1)),
            Balance.NONE,
            new PlanOrigin("l-1", 1, ""));
    // two changes each for the claim, the plan and its number
    FaultyFileSystem.failAt(6, false);
    assertThatThrownBy(() -> carryOut(temp, plan, -1)).isInstanceOf(IOException.class);
    assertThat(visible(temp)).isEmpty();
    OwnerFile file = new OwnerFile(new BucketFiles(settings(temp)), settings(temp).claim());
    assertThat(file.lastPlan())
        .hasValueSatisfying(
            last -> {
              assertThat(last.number()).isEqualTo(1);
              assertThat(last.checkpoint()).isEqualTo(5);
              assertThat(last.lineage()).isEqualTo("l-1");
            });
  }

  @Test
  void aLostTemporaryFileIsNoticedAfterARestore() throws Exception {
    CommitPlan plan = plan(temp);
    try (Stream<Path> all = Files.walk(temp.resolve("shop/orders/20"))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> carryOut(temp, plan, 5))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is lost")
        .hasMessageContaining("The bucket was emptied")
        .hasMessageContaining("--recover");
    assertThat(visible(temp)).doesNotContainKey("metadata");
  }

  @Test
  void indexAndMetadataNeverGoBack() throws Exception {
    carryOut(temp, plan(temp), -1);
    Map<String, String> before = visible(temp);
    CommitPlan old =
        new CommitPlan(4, 900, List.of(), List.of(schema(ORDERS, 20, ORDERS)), Balance.NONE);
    carryOut(temp, old, -1);
    assertThat(visible(temp)).isEqualTo(before);
  }

  @Test
  void aPlanWithoutAClaimWritesNoMetadata() throws Exception {
    carryOut(temp, new CommitPlan(1, Long.MIN_VALUE, List.of(), List.of(), Balance.NONE), -1);
    assertThat(visible(temp)).isEmpty();
  }

  @Test
  void aStateThatKnowsMoreThanItsBucketIsRefusedBeforeItsFirstStep() throws Exception {
    CommitPlan first =
        new CommitPlan(
            1,
            1000,
            List.of(staged(temp, ORDERS, 1, 1)),
            List.of(schema(ORDERS, 1)),
            Balance.NONE,
            new PlanOrigin("l-1", 1, ""));
    carryOut(temp, first, -1);
    Map<String, String> copy = visible(temp);
    // between them two others were carried out, and the bucket is what it was before
    PlanOrigin origin = new PlanOrigin("l-1", 4, "", "", "", 3000, 3);

    assertThatThrownBy(() -> carryOut(temp, later(origin), 3))
        .isInstanceOf(CommitFault.class)
        .hasMessageContaining("is an older copy of itself")
        .hasMessageContaining("checkpoint-ts is 1000 and its last plan number 1")
        .hasMessageContaining("to 3000 and 3");

    assertThat(visible(temp)).isEqualTo(copy);
    // a late step of a process that was paused sets one of the two back, not both
    carryOut(temp, later(new PlanOrigin("l-1", 4, "", "", "", 3000, 1)), 3);
    assertThat(visible(temp)).containsEntry("metadata", "{\"checkpoint-ts\":4000}");
  }

  @Test
  void aTableThatStoodThereIsListedOnceHoweverManyVersionsItGets() throws Exception {
    carryOut(temp, versions(1, 1, 20), -1);

    try (PlanRun run = Attempts.run(settings(temp).alone(), Attempts.restoredFrom(1))) {
      run.carryOut(versions(2, 21, 60));
      run.carryOut(versions(3, 61, 100));

      assertThat(run.calls().lists()).as("the database, and the table's schema files").isEqualTo(2);
    }
    assertThat(visible(temp).keySet())
        .filteredOn(path -> path.startsWith("shop/orders/meta/"))
        .hasSize(100);
  }

  private static CommitPlan versions(long checkpoint, long first, long last) {
    return new CommitPlan(
        checkpoint,
        1000 * checkpoint,
        List.of(),
        LongStream.rangeClosed(first, last).mapToObj(v -> schema(ORDERS, v)).toList(),
        Balance.NONE);
  }

  private CommitPlan later(PlanOrigin origin) throws IOException {
    return new CommitPlan(
        4, 4000, List.of(staged(temp, ORDERS, 1, 2)), List.of(), Balance.NONE, origin);
  }
}
