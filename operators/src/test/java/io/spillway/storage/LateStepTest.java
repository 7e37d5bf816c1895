package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import io.spillway.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is paused in the middle of a commit and wakes up behind another job that has gone
 * on from an older state: that job's files have other rows than those of the paused one's plan.
 */
class LateStepTest {
  @TempDir Path temp;

  @AfterEach
  void noMoreFaults() {
    FaultyFileSystem.failAt(-1, false);
  }

  /** A bucket, the plan of the paused job, and the other one. */
  private final class Older {
    final Path folder;
    final StorageSettings settings;
    final boolean inline;
    final CommitPlan paused;
    PlanRun successor;
    Map<String, String> left;

    Older(String name, boolean inline) throws IOException {
      this.folder = Files.createDirectories(temp.resolve(name));
      this.inline = inline;
      String uri = inline ? FaultyFileSystem.storeUri(folder) : FaultyFileSystem.uri(folder);
      this.settings = new StorageSettings(uri, 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
      this.paused =
          new CommitPlan(
              5,
              500,
              List.of(file(1, "one\n"), file(2, "two\n"), file(3, "three\n")),
              List.of(schema(ORDERS, 1)),
              Balance.NONE,
              new PlanOrigin("l-1", 1, "", "job-1", ""));
    }

    private Written.Data file(long number, String text) throws IOException {
      return inline
          ? StagedFiles.inline(ORDERS, 1, number, text)
          : StagedFiles.data(settings, ORDERS, 1, number, text);
    }

    /** As a spool does: it looks what is there, and goes on behind it. */
    void succeed() throws Exception {
      BucketFiles bucket = new BucketFiles(settings);
      bucket.endBegun(ORDERS, "");
      long next = bucket.dataFiles(ORDERS, "").size() + 1L;
      CommitPlan plan =
          new CommitPlan(
              4,
              600,
              List.of(file(next, "other rows\n"), file(next + 1, "and more\n")),
              List.of(schema(ORDERS, 1)),
              Balance.NONE,
              new PlanOrigin("l-1", 7, "", "job-2", ""));
      CommitterAttempt by = new CommitterAttempt("job-2", "graph of job-2", 0, 3);
      successor = Attempts.run(settings, by);
      successor.carryOut(plan);
      left = StagedFiles.visible(folder);
    }
  }

  @Test
  void noDataFileOfASuccessorFromAnOlderStateIsReplaced() throws Exception {
    int steps = 0;
    for (boolean inline : List.of(false, true)) {
      // behind the changes of the claim
      for (int change = inline ? 1 : 2; ; change++) {
        Older scene = new Older("older" + inline + change, inline);
        FaultyFileSystem.pauseAt(change, scene::succeed);
        try (PlanRun zombie =
            Attempts.run(scene.settings, new CommitterAttempt("job-1", "graph of job-1", 0, 4))) {
          boolean ended = endsUp(zombie, scene.paused);
          assertThat(ended).as("change %d", change).isEqualTo(FaultyFileSystem.hasPaused());
          if (!ended) {
            break;
          }
        }
        assertThat(dataOf(StagedFiles.visible(scene.folder)))
            .as("change %d", change)
            .isEqualTo(dataOf(scene.left));
        scene.successor.putRight();
        assertThat(StagedFiles.visible(scene.folder)).as("change %d", change).isEqualTo(scene.left);
        scene.successor.close();
        steps++;
      }
    }
    assertThat(steps)
        .as("plan, number, schema, 3 files, index, metadata: 13 on a disk, 8 on a store")
        .isEqualTo(21);
  }

  /** False where nobody had taken its place. */
  private static boolean endsUp(PlanRun zombie, CommitPlan plan) throws Exception {
    IOException last = null;
    for (int tries = 0; tries < 3; tries++) {
      try {
        zombie.carryOut(plan);
        return false;
      } catch (FencedException e) {
        assertThat(e.isForGood()).isTrue();
        return true;
      } catch (CommitFault e) {
        // it has found files of others in the place of its own
        assertThat(e).hasMessageContaining("another job writes to this bucket");
        return true;
      } catch (IOException e) {
        // as a committer does, it tries again
        last = e;
      }
    }
    throw new AssertionError("the zombie has never noticed", last);
  }

  private static Map<String, String> dataOf(Map<String, String> visible) {
    Map<String, String> data = new TreeMap<>(visible);
    data.keySet().removeIf(path -> !path.matches(".*/CDC\\d+\\.json"));
    return data;
  }
}
