package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import io.spillway.testing.FaultyFileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state whose last plan was never carried out, and another job has gone on from an older one. */
class OvertakenPlansTest {
  @TempDir Path folder;

  private StorageSettings settings() {
    return new StorageSettings(
        FaultyFileSystem.uri(folder), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
  }

  private CommitPlan plan(String job, String base, long checkpoint, long number, String text)
      throws Exception {
    Written.Data file = StagedFiles.data(settings(), ORDERS, 1, number, text);
    return new CommitPlan(
        checkpoint,
        checkpoint * 100,
        List.of(file),
        List.of(schema(ORDERS, 1)),
        Balance.NONE,
        new PlanOrigin("l-1", checkpoint - 3, "", job, base));
  }

  private void carryOut(CommitPlan plan, String job, long restored) throws Exception {
    CommitterAttempt attempt = new CommitterAttempt(job, "graph of " + job, 0, restored);
    try (PlanRun run = Attempts.run(settings(), attempt)) {
      run.carryOut(plan);
    }
  }

  @Test
  void aStateIsOvertakenWhereAnotherJobHasWrittenInPlaceOfItsPlan() throws Exception {
    carryOut(plan("job-1", "", 4, 1, "one\n"), "job-1", -1);
    CommitPlan pending = plan("job-1", "", 5, 2, "two of job-1\n");
    assertThat(OvertakenPlans.find(settings(), List.of(pending))).isEmpty();

    carryOut(plan("job-2", "job-1/4", 5, 2, "two\n"), "job-2", 4);

    assertThat(OvertakenPlans.find(settings(), List.of(pending)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("checkpoint 5 of job job-1", "CDC000002.json", "job job-2"));
    // whoever starts from it by other means than a look before is refused at the first step
    Map<String, String> before = StagedFiles.visible(folder);
    assertThatThrownBy(() -> carryOut(pending, "job-3", 5))
        .isInstanceOf(CommitFault.class)
        .hasMessageContaining("has been overtaken")
        .hasMessageContaining("pass this one over");
    assertThat(StagedFiles.visible(folder)).isEqualTo(before);
  }

  @Test
  void aPlanThatWasCarriedOutBeforeAnotherJobWentOnIsNoReason() throws Exception {
    carryOut(plan("job-1", "", 4, 1, "one\n"), "job-1", -1);
    CommitPlan last = plan("job-1", "", 5, 2, "two\n");
    carryOut(last, "job-1", -1);
    // this one has read back what job-1 has delivered, so it goes on behind it
    carryOut(plan("job-2", "job-1/5", 5, 3, "three\n"), "job-2", 4);

    assertThat(OvertakenPlans.find(settings(), List.of(last))).isEmpty();
  }

  @Test
  void aTornFileOfTheBegunPlanCountsAsAbsentAndTheNextPlanIsCarriedOut() throws Exception {
    carryOut(plan("job-1", "", 4, 1, "one\n"), "job-1", -1);
    Path begun = folder.resolve("_spillway/last-plan.bin");
    byte[] whole = Files.readAllBytes(begun);
    byte[] noise = whole.clone();
    Random random = new Random(7);
    for (int at = 40; at < noise.length; at++) {
      noise[at] = (byte) random.nextInt();
    }
    byte[] endless = whole.clone();
    Arrays.fill(endless, 4, 8, (byte) 0x7f);
    int checkpoint = 5;
    for (byte[] torn :
        List.of(new byte[0], new byte[4], Arrays.copyOf(whole, whole.length / 2), noise, endless)) {
      Files.write(begun, torn);
      // as a job that is restored from an older state: it asks for the plan
      new BucketFiles(settings()).endBegun(ORDERS, "");

      carryOut(plan("job-2", "", checkpoint, checkpoint, "next\n"), "job-2", 4);

      assertThat(Files.readAllBytes(begun)).as("written anew").isNotEqualTo(torn);
      checkpoint++;
    }
  }
}
