package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.plan.PlanOrigin;
import io.spillway.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
  private static final PlanOrigin FIRST_PLAN = new PlanOrigin("l-1", 1, "");

  @TempDir Path folder;
  private OwnerFile file;

  @BeforeEach
  void open() throws IOException {
    StorageSettings settings =
        new StorageSettings(
            FaultyFileSystem.uri(folder), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
    file = new OwnerFile(new BucketFiles(settings), settings.claim());
  }

  @AfterEach
  void noMoreFaults() {
    FaultyFileSystem.failAt(-1, false);
  }

  private static CommitterAttempt attempt(String job, int number) {
    return new CommitterAttempt(job, "graph of " + job, number, 7);
  }

  private Fence fence(CommitterAttempt by) {
    return new Fence(
        file, BucketClaim.of("shop"), "out", by, new LookAge(0, CLOCK, System::nanoTime));
  }

  @Test
  void aClaimNamesWhoHasMadeItAndWhen() throws IOException {
    assertThat(fence(attempt("job-1", 2)).claim(FIRST_PLAN)).isFalse();
    assertThat(folder.resolve("_spillway/owner.json"))
        .content()
        .contains("\"shop\"", "\"l-1\"", "job-1", "2026-01-02T03:04:05Z");
  }

  @Test
  void whoClaimsOverAnotherIsToldSo() throws IOException {
    fence(attempt("job-1", 0)).claim(FIRST_PLAN);
    Fence second = fence(attempt("job-1", 1));
    assertThat(second.claim(FIRST_PLAN)).isTrue();
    assertThat(second.claim(FIRST_PLAN)).as("of every later plan").isTrue();
    assertThat(second.epoch()).isEqualTo(2);
  }

  @Test
  void twoSubtasksOfOneAttemptDoNotFenceEachOther() throws IOException {
    Fence one = fence(attempt("job-1", 3));
    Fence other = fence(attempt("job-1", 3));
    one.claim(FIRST_PLAN);
    assertThat(other.claim(FIRST_PLAN)).isFalse();
    one.check();
    other.check();
    assertThat(other.epoch()).isEqualTo(one.epoch());
  }

  @Test
  void ofTwoClaimsAtOnceTheLastIsRightAndTheOtherNoticesAtItsNextStep() throws IOException {
    Fence first = fence(attempt("job-1", 0));
    Fence second = fence(attempt("job-2", 0));
    // the second has read that there is no owner, and writes when the first has written
    FaultyFileSystem.pauseAt(0, () -> first.claim(FIRST_PLAN));
    second.claim(FIRST_PLAN);
    assertThatThrownBy(first::check)
        .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.isForGood()).isTrue());
    second.check();
    assertThatThrownBy(first::check).as("for good").isInstanceOf(FencedException.class);
  }

  @Test
  void aCrashAtEachStepOfAClaimLeavesOneThatTheNextAttemptCanFollow() throws IOException {
    fence(attempt("job-1", 0)).claim(FIRST_PLAN);
    for (int change = 0; change < 2; change++) {
      for (boolean after : new boolean[] {false, true}) {
        int number = 1 + 4 * change + (after ? 2 : 0);
        FaultyFileSystem.failAt(change, after);
        Fence crashed = fence(attempt("job-1", number));
        assertThatThrownBy(() -> crashed.claim(FIRST_PLAN)).isInstanceOf(IOException.class);
        FaultyFileSystem.failAt(-1, false);
        assertThat(Owner.parse(Files.readAllBytes(folder.resolve("_spillway/owner.json"))))
            .as("whole, old or new")
            .isPresent();
        Fence next = fence(attempt("job-1", number + 1));
        next.claim(FIRST_PLAN);
        next.check();
      }
    }
  }

  @Test
  void aClaimWhoseAnswerWasLostIsFoundDone() throws IOException {
    Fence fence = fence(attempt("job-1", 0));
    FaultyFileSystem.failAt(1, true);
    assertThatThrownBy(() -> fence.claim(FIRST_PLAN)).isInstanceOf(IOException.class);
    FaultyFileSystem.failAt(-1, false);
    assertThat(fence.claim(FIRST_PLAN)).isFalse();
    assertThat(fence.epoch()).isEqualTo(1);
  }

  @Test
  void aTakeoverWhoseAnswerWasLostIsStillOne() throws IOException {
    fence(attempt("job-1", 0)).claim(FIRST_PLAN);
    Fence second = fence(attempt("job-1", 1));
    FaultyFileSystem.failAt(1, true);
    assertThatThrownBy(() -> second.claim(FIRST_PLAN)).isInstanceOf(IOException.class);
    FaultyFileSystem.failAt(-1, false);
    assertThat(second.claim(FIRST_PLAN)).isTrue();
    assertThat(second.epoch()).isEqualTo(2);
  }

  @Test
  void aBucketThatIsEmptiedWhileTheJobRunsStopsIt() throws IOException {
    Fence fence = fence(attempt("job-1", 0));
    fence.claim(FIRST_PLAN);
    Files.delete(folder.resolve("_spillway/owner.json"));
    assertThatThrownBy(fence::check)
        .isInstanceOf(CommitFault.class)
        .hasMessageContaining("owner.json is gone");
    Fence restarted = fence(attempt("job-1", 1));
    assertThatThrownBy(() -> restarted.claim(new PlanOrigin("l-1", 2, "")))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("1 plans of this state were carried out");
  }

  @Test
  void aTornOwnerFileIsWrittenAnew() throws IOException {
    Fence fence = fence(attempt("job-1", 0));
    fence.claim(FIRST_PLAN);
    Files.writeString(folder.resolve("_spillway/owner.json"), "");
    fence.check();
    assertThat(file.read()).hasValueSatisfying(o -> assertThat(o.pipeline()).isEqualTo("shop"));
  }

  @Test
  void stateOfAnEarlierReleaseLearnsItsLineageWithItsFirstNewPlan() throws IOException {
    Fence fence = fence(attempt("job-1", 0));
    fence.claim(PlanOrigin.UNKNOWN);
    assertThat(file.read()).hasValueSatisfying(o -> assertThat(o.lineage()).isEmpty());
    fence.claim(FIRST_PLAN);
    assertThat(file.read()).hasValueSatisfying(o -> assertThat(o.lineage()).isEqualTo("l-1"));
    fence.check();
  }

  @Test
  void anAnswerIsGoodForAWhileAndAPauseEndsIt() throws IOException {
    long[] nanos = {0};
    Fence first =
        new Fence(
            file,
            BucketClaim.of("shop"),
            "out",
            attempt("job-1", 0),
            new LookAge(500, CLOCK, () -> nanos[0]));
    first.claim(FIRST_PLAN);
    assertThat(first.waitMs()).as("nobody was here before").isZero();
    first.check();
    Fence second = fence(attempt("job-1", 1));
    second.claim(FIRST_PLAN);
    nanos[0] = 61_000_000;
    first.check();
    assertThatThrownBy(first::checkNow).isInstanceOf(FencedException.class);

    Fence third =
        new Fence(
            file,
            BucketClaim.of("shop"),
            "out",
            attempt("job-1", 2),
            new LookAge(500, CLOCK, () -> nanos[0]));
    third.claim(FIRST_PLAN);
    assertThat(third.waitMs()).as("the one before may rely on its answer").isEqualTo(500);
    third.check();
    fence(attempt("job-1", 3)).claim(FIRST_PLAN);
    nanos[0] += 500_000_000;
    assertThatThrownBy(third::check).isInstanceOf(FencedException.class);
  }
}
