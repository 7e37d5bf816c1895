package io.spillway.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.policy.CountedGroup;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.Failures;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.Phase;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.Test;

/** What Flink's committers say of a failure, and what the policy makes of it. */
class GuardedCommitterTest {
  private final CountedGroup group = new CountedGroup();
  private final List<Long> waits = new ArrayList<>();
  private final List<String> committed = new ArrayList<>();
  private final List<String> before = new ArrayList<>();
  private int away;

  /** What the committer does with one attempt. */
  private interface Attempt {
    void at(Committer.CommitRequest<String> request, int attempt) throws IOException;
  }

  /** A committer that follows a script, and counts its attempts. */
  private final class Scripted implements Committer<String> {
    private final Attempt script;
    private int attempts;

    Scripted(Attempt script) {
      this.script = script;
    }

    @Override
    public void commit(Collection<CommitRequest<String>> requests) throws IOException {
      for (CommitRequest<String> request : requests) {
        script.at(request, ++attempts);
        committed.add(request.getCommittable());
      }
    }

    @Override
    public void close() {}
  }

  /** What Flink sees. */
  private static final class Request implements Committer.CommitRequest<String> {
    private final String committable;
    private String told = "committed";

    Request(String committable) {
      this.committable = committable;
    }

    @Override
    public String getCommittable() {
      return committable;
    }

    @Override
    public int getNumberOfRetries() {
      return 0;
    }

    @Override
    public void signalFailedWithKnownReason(Throwable t) {
      told = "dropped";
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable t) {
      told = "failed";
    }

    @Override
    public void retryLater() {
      told = "retried by Flink";
    }

    @Override
    public void updateAndRetryLater(String changed) {
      told = "retried by Flink";
    }

    @Override
    public void signalAlreadyCommitted() {
      told = "already";
    }
  }

  private GuardedCommitter<String> guarded(PolicyMatrix matrix, Attempt script) {
    Failures failures =
        new Failures(
            new Deciders(matrix, new PolicyMetrics(group)), EventType.LETTER_COMMIT, "committing");
    return new GuardedCommitter<>(
        new Scripted(script),
        failures,
        "dead letters",
        waits::add,
        committable -> {
          if (away-- > 0) {
            throw new IOException("the broker is away");
          }
          return before.contains(committable);
        });
  }

  private Request commit(Attempt script) throws Exception {
    Request request = new Request("a");
    guarded(JobMatrix.DEFAULT, script).commit(List.of(request));
    return request;
  }

  private static PolicyMatrix goingOn() {
    return JobMatrix.DEFAULT.replacing(JobMatrix.lostTransaction(EventType.LETTER_COMMIT, true));
  }

  private static final Attempt FENCED =
      (request, attempt) -> request.signalFailedWithKnownReason(new ProducerFencedException("old"));

  @Test
  void aCommitThatSucceedsAsksNobody() throws Exception {
    assertThat(commit((request, attempt) -> {}).told).isEqualTo("committed");
    assertThat(commit((request, attempt) -> request.signalAlreadyCommitted()).told)
        .isEqualTo("already");
    assertThat(group.decisions()).isEmpty();
  }

  @Test
  void aTransactionThatTheBrokerHasDroppedFailsTheJobForGoodAndIsCounted() {
    assertThatThrownBy(() -> commit(FENCED))
        .isInstanceOf(LostTransactionException.class)
        .hasMessageContaining("dead letters of a completed checkpoint are lost")
        .hasMessageContaining("errors.lost-transactions")
        .hasRootCauseInstanceOf(ProducerFencedException.class)
        .satisfies(
            e ->
                assertThat(
                        ThrowableClassifier.findThrowableOfThrowableType(
                            e, ThrowableType.NonRecoverableError))
                    .as("no restart would bring it back")
                    .isPresent());
    assertThat(group.decisions()).isEqualTo(Map.of("dead-letters.commit.failed.lost.stop", 1L));
    assertThat(group.counts()).containsEntry("spillway.level.critical.policy_alerts_total", 1L);
  }

  @Test
  void aTransactionThatTheBrokerHasForgottenIsLostToo() {
    assertThatThrownBy(
            () ->
                commit(
                    (request, attempt) ->
                        request.signalFailedWithUnknownReason(
                            new InvalidPidMappingException("who is that"))))
        .isInstanceOf(LostTransactionException.class);
    assertThat(group.decisions()).isEqualTo(Map.of("dead-letters.commit.failed.lost.stop", 1L));
  }

  @Test
  void whatAnEarlierRunHasCommittedIsNotLost() throws Exception {
    before.add("a");
    assertThat(commit(FENCED).told).isEqualTo("already");
    assertThat(group.decisions()).isEmpty();
  }

  @Test
  void whileTheBrokerCannotTellItIsAskedAgain() throws Exception {
    before.add("a");
    away = 2;
    assertThat(commit(FENCED).told).isEqualTo("already");
    assertThat(waits).hasSize(2);
    assertThat(group.decisions())
        .containsEntry("dead-letters.commit.failed.unavailable.retry", 1L)
        .containsEntry("dead-letters.commit.retry.unavailable.retry", 1L);
  }

  @Test
  void whereThePipelineSaysSoItGoesOnAndTheLossIsCounted() throws Exception {
    Request lost = new Request("a");
    Request next = new Request("b");
    guarded(
            goingOn(),
            (request, attempt) -> {
              if (attempt == 1) {
                FENCED.at(request, attempt);
              }
            })
        .commit(List.of(lost, next));
    assertThat(lost.told).isEqualTo("dropped");
    assertThat(next.told).isEqualTo("committed");
    assertThat(group.decisions()).isEqualTo(Map.of("dead-letters.commit.failed.lost.record", 1L));
    assertThat(group.counts()).containsEntry("spillway.level.critical.policy_alerts_total", 1L);
  }

  @Test
  void whatMaySucceedLaterIsTriedAgainAsOftenAsTheMatrixSaysAndNotByFlink() throws Exception {
    Request request =
        commit(
            (asked, attempt) -> {
              assertThat(asked.getNumberOfRetries()).isEqualTo(attempt - 1);
              if (attempt < 4) {
                asked.retryLater();
              }
            });
    assertThat(request.told).isEqualTo("committed");
    assertThat(waits).hasSize(3);
    assertThat(waits.get(2)).isBetween(400L, 800L);
    assertThat(group.decisions())
        .isEqualTo(
            Map.of(
                "dead-letters.commit.failed.unavailable.retry",
                1L,
                "dead-letters.commit.retry.unavailable.retry",
                2L));
  }

  @Test
  void whenAttemptsAreUsedUpTheTaskFails() {
    assertThatThrownBy(() -> commit((request, attempt) -> request.retryLater()))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(LostTransactionException.class)
        .hasMessage("dead letters can't be committed");
    assertThat(waits).hasSize(29);
    assertThat(group.decisions()).containsEntry("dead-letters.commit.retry.unavailable.stop", 1L);
  }

  /** As Flink's producer does: its client commits by itself, and refuses a second attempt. */
  @Test
  void aCommitThatGotNoAnswerAndWasCarriedOutSinceIsDone() throws Exception {
    Request request =
        commit(
            (asked, attempt) -> {
              if (attempt > 1) {
                throw new IllegalStateException("Transaction was not started");
              }
              away = 3;
              before.add("a");
              asked.retryLater();
            });
    assertThat(request.told).isEqualTo("already");
    assertThat(waits).hasSize(4);
    assertThat(group.decisions())
        .isEqualTo(
            Map.of(
                "dead-letters.commit.failed.unavailable.retry",
                1L,
                "dead-letters.commit.retry.unavailable.retry",
                3L));
  }

  @Test
  void aCommittableThatChangesIsTriedAgainAsItIsNow() throws Exception {
    commit(
        (request, attempt) -> {
          if (attempt == 1) {
            request.updateAndRetryLater("a, resumed");
          }
        });
    assertThat(committed).endsWith("a, resumed");
  }

  @Test
  void aPlaceThatIsAwayForAWhileIsWaitedForAsStorageIs() throws Exception {
    Request request =
        commit(
            (asked, attempt) -> {
              if (waits.stream().mapToLong(ms -> ms).sum() < 45_000) {
                throw new IOException("no such place");
              }
            });
    assertThat(request.told).isEqualTo("committed");
    assertThat(committed).containsExactly("a");
    assertThat(group.decisions())
        .containsOnlyKeys(
            "dead-letters.commit.failed.io.retry", "dead-letters.commit.retry.io.retry");
    for (EventType log : List.of(EventType.CURSOR_COMMIT, EventType.LETTER_COMMIT)) {
      for (ErrorKind kind :
          List.of(ErrorKind.IO, ErrorKind.TIMEOUT, ErrorKind.CONNECTION, ErrorKind.CONFIGURATION)) {
        assertThat(policy(log, kind))
            .as("%s", log)
            .isEqualTo(policy(EventType.STORAGE_COMMIT, kind));
      }
    }
  }

  private static Policy policy(EventType commit, ErrorKind kind) {
    return JobMatrix.DEFAULT.resolve(commit.key(Phase.FAILED, kind)).policy();
  }

  @Test
  void aPlaceThatStaysAwayStopsUnderItsOwnName() {
    assertThatThrownBy(
            () ->
                commit(
                    (request, attempt) -> {
                      throw new SocketTimeoutException("silence");
                    }))
        .isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(SocketTimeoutException.class);
    assertThat(waits).hasSize(29);
    assertThat(group.decisions()).containsEntry("dead-letters.commit.retry.timeout.stop", 1L);
  }
}
