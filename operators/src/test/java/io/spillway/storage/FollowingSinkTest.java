package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.schema.Column;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowingSinkTest {
  @TempDir Path folder;

  private void carryOut(StorageSettings settings, long checkpointTs) throws Exception {
    try (PlanRun run = Attempts.run(settings, Attempts.restoredFrom(-1))) {
      run.carryOut(new CommitPlan(4, checkpointTs, List.of(), List.of(), Balance.NONE));
    }
  }

  private StorageSettings leading() {
    return new StorageSettings(
        folder.toUri().toString(), 6, ".json", 2, 4 << 20, BucketClaim.of("shop"));
  }

  /** Version 5 of a table, as a sink sees it that knows this many columns. */
  private static CommitPlan schemaOf(int columns) {
    List<Column> known = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      known.add(new Column("c" + i, "INT", null, "11", "", false, i == 0, List.of()));
    }
    TableStructure structure = new TableStructure(Samples.ORDERS, known);
    Written.Schema schema =
        new Written.Schema(
            new StorageCommand.WriteSchema(
                new SchemaFile(structure, 5, "ALTER TABLE x", 5), List.of()));
    return new CommitPlan(4, 7, List.of(), List.of(schema), Balance.NONE);
  }

  private List<String> schemaFiles() throws IOException {
    Path meta = folder.resolve("shop/orders/meta");
    if (!Files.exists(meta)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(meta)) {
      List<String> contents = new ArrayList<>();
      for (Path file : files.toList()) {
        contents.add(Files.readString(file));
      }
      return contents;
    }
  }

  @Test
  void aSinkThatFollowsWaitsForTheOtherOnesSchemaFileAndHoldsNoThreadMeanwhile() throws Exception {
    StorageSettings oneThread =
        new StorageSettings(
                folder.toUri().toString(), 6, ".json", 1, 4 << 20, BucketClaim.of("shop"))
            .following("BACKFILL~old");
    ExecutorService commit = Executors.newSingleThreadExecutor();
    try (PlanRun following =
            new PlanRun(
                oneThread,
                Attempts.restoredFrom(-1),
                new SimpleCounter(),
                Attempts.pace(Long.MAX_VALUE / 2, 0, System::nanoTime));
        PlanRun other = Attempts.run(leading(), Attempts.restoredFrom(-1))) {
      Future<?> waits =
          commit.submit(
              () -> {
                following.carryOut(schemaOf(1));
                return null;
              });
      assertThatThrownBy(() -> waits.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(schemaFiles()).isEmpty();
      other.carryOut(schemaOf(2));
      waits.get(60, TimeUnit.SECONDS);
    } finally {
      commit.shutdownNow();
    }
    assertThat(schemaFiles()).singleElement().asString().contains("c1");
  }

  @Test
  void whereTheOtherWritesNoneItWritesItAndTheOtherLeavesThat() throws Exception {
    try (PlanRun following =
            Attempts.run(leading().following("BACKFILL~old"), Attempts.restoredFrom(-1));
        PlanRun other = Attempts.run(leading(), Attempts.restoredFrom(-1))) {
      // has looked at the table's versions before
      other.carryOut(
          new CommitPlan(
              3, 6, List.of(), List.of(Samples.schema(Samples.ORDERS, 4)), Balance.NONE));
      following.carryOut(schemaOf(1));
      other.carryOut(schemaOf(2));
    }
    assertThat(schemaFiles()).hasSize(2).noneMatch(content -> content.contains("c1"));
  }

  @Test
  void onlyTheLeadingSinkSaysUpToWhereTheBucketIsComplete() throws Exception {
    StorageSettings leading =
        new StorageSettings(
            folder.toUri().toString(), 6, ".json", 2, 4 << 20, BucketClaim.of("shop"));
    carryOut(leading.following("BACKFILL~old"), 99);
    assertThat(folder.resolve("metadata")).doesNotExist();
    carryOut(leading, 77);
    carryOut(leading.following("BACKFILL~old"), 99);
    assertThat(folder.resolve("metadata")).hasContent("{\"checkpoint-ts\":77}");
  }
}
