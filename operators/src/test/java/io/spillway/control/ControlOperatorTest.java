package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Broadcast;
import io.spillway.event.ControlChange;
import io.spillway.event.ReadCounts;
import io.spillway.event.TableScope;
import io.spillway.policy.JobMatrix;
import io.spillway.wire.BroadcastSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** The operator on a store in memory, with processing time that the test moves. */
class ControlOperatorTest {
  private final MemoryStore store = new MemoryStore();

  /**
   * Content is {@code version}, {@code version,paused schema} or {@code version,paused schema,line
   * of an override}; time is that of the test.
   */
  private static final class MemoryStore implements SettingsStore {
    private static final long serialVersionUID = 1L;
    private long modifiedMs;
    private String content = "";
    private boolean broken;
    private int reads;

    void put(String newContent, long nowMs) {
      content = newContent;
      modifiedMs = nowMs;
    }

    @Override
    public Look look(Stamp known, boolean force) throws IOException {
      if (broken) {
        throw new IOException("away");
      }
      Stamp stamp = new Stamp(modifiedMs, content.length());
      if (content.isEmpty() || (stamp.equals(known) && !force)) {
        return new Look(stamp, List.of());
      }
      reads++;
      byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
      return new Look(stamp, List.of(new Text(modifiedMs, "memory", bytes)));
    }
  }

  /** Looks are done when the test says. */
  private static final class Later implements LookThreads.Running {
    private Runnable work = () -> {};

    @Override
    public <T> CompletableFuture<T> submit(Callable<T> look) {
      CompletableFuture<T> result = new CompletableFuture<>();
      work =
          () -> {
            try {
              result.complete(look.call());
            } catch (Exception e) {
              result.completeExceptionally(e);
            }
          };
      return result;
    }

    @Override
    public void close(Runnable last) {
      last.run();
    }
  }

  private OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness(boolean allowRollback)
      throws Exception {
    return harness(allowRollback, DirectLooks::new);
  }

  private OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness(
      boolean allowRollback, LookThreads threads) throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<Broadcast, Broadcast>(
            new ControlOperator(
                new ControlSettings(5_000, 30_000, allowRollback),
                store,
                DirectLooks::parse,
                JobMatrix.DEFAULT,
                threads));
    harness.setup(new BroadcastSerializer());
    return harness;
  }

  private static List<ControlChange> changes(
      OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness) {
    List<ControlChange> changes = new ArrayList<>();
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record
          && record.getValue() instanceof ControlChange change) {
        changes.add(change);
      }
    }
    return changes;
  }

  private static void run(
      OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness, long from, long to)
      throws Exception {
    for (long now = from; now <= to; now += 50) {
      harness.setProcessingTime(now);
    }
  }

  @Test
  void aNewVersionIsToldOnce() throws Exception {
    try (var harness = harness(false)) {
      harness.open();
      run(harness, 0, 1_000);
      assertThat(changes(harness)).isEmpty();
      store.put("1,shop", 1_010);
      run(harness, 1_050, 20_000);
      assertThat(changes(harness))
          .containsExactly(
              new ControlChange(1, 1, 1_010, List.of(new TableScope("shop", "")), List.of()));
    }
  }

  private static void runMails(OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness)
      throws Exception {
    for (Optional<Mail> mail = mail(harness); mail.isPresent(); mail = mail(harness)) {
      mail.get().run();
    }
  }

  private static Optional<Mail> mail(
      OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness) {
    return harness.getTaskMailbox().tryTake(0);
  }

  @Test
  void whatALookHasFoundIsToldWithoutWaitingForTheNext() throws Exception {
    Later later = new Later();
    try (var harness = harness(false, () -> later)) {
      store.put("1", 1);
      harness.setProcessingTime(100);
      harness.open();
      runMails(harness);
      assertThat(changes(harness)).isEmpty();
      later.work.run();
      assertThat(changes(harness)).as("not in another thread").isEmpty();
      runMails(harness);
      assertThat(changes(harness)).extracting(ControlChange::version).containsExactly(1L);
    }
  }

  @Test
  void whatIsFoundBehindTheEndOfTheInputIsNotTold() throws Exception {
    Later later = new Later();
    try (var harness = harness(false, () -> later)) {
      store.put("1", 1);
      harness.open();
      harness.getOneInputOperator().finish();
      later.work.run();
      runMails(harness);
      assertThat(changes(harness)).isEmpty();
    }
  }

  @Test
  void anOlderVersionAndAPoisonOneAreIgnored() throws Exception {
    try (var harness = harness(false)) {
      store.put("5", 1);
      harness.open();
      run(harness, 0, 1_000);
      store.put("4", 1_010);
      run(harness, 1_050, 3_000);
      store.put("oops", 3_010);
      run(harness, 3_050, 6_000);
      assertThat(changes(harness)).extracting(ControlChange::version).containsExactly(5L);
      store.put("6", 6_010);
      run(harness, 6_050, 7_000);
      assertThat(changes(harness)).extracting(ControlChange::version).containsExactly(5L, 6L);
    }
  }

  @Test
  void anOlderVersionCountsWhereRollbackIsAllowed() throws Exception {
    try (var harness = harness(true)) {
      store.put("5", 1);
      harness.open();
      run(harness, 0, 1_000);
      store.put("4", 1_010);
      run(harness, 1_050, 3_000);
      assertThat(changes(harness))
          .extracting(c -> c.sequence() + ":" + c.version())
          .containsExactly("1:5", "2:4");
    }
  }

  @Test
  void whatCountsIsToldAgainAfterARestartAndOlderOnesStayRefused() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness(false)) {
      store.put("5,shop", 1);
      harness.open();
      run(harness, 0, 1_000);
      state = harness.snapshot(1, 1_000);
    }
    store.put("3", 2_000);
    try (var harness = harness(false)) {
      harness.initializeState(state);
      harness.open();
      run(harness, 2_000, 10_000);
      assertThat(changes(harness))
          .containsExactly(
              new ControlChange(1, 5, 1, List.of(new TableScope("shop", "")), List.of()));
    }
  }

  @Test
  void watermarksAndIdlenessAreThoseOfItsInputAndRecordsEndHere() throws Exception {
    try (var harness = harness(false)) {
      harness.open();
      run(harness, 0, 60_000);
      assertThat(harness.getOutput()).isEmpty();
      harness.processElement(new StreamRecord<>(new ReadCounts(1, 0, 0, 0)));
      harness.processWatermark(new Watermark(7));
      harness.processWatermarkStatus(WatermarkStatus.IDLE);
      assertThat(harness.getOutput()).containsExactly(new Watermark(7), WatermarkStatus.IDLE);
    }
  }

  @Test
  void stalenessIsMeasuredAndEndsWhenTheStoreIsBack() throws Exception {
    try (var harness = harness(false)) {
      store.put("1", 1);
      harness.open();
      run(harness, 0, 1_000);
      ControlOperator operator = (ControlOperator) harness.getOneInputOperator();
      Gauge<Long> staleness = operator::stalenessMs;
      assertThat(staleness.getValue()).isLessThanOrEqualTo(1_000);
      store.broken = true;
      run(harness, 1_050, 50_000);
      assertThat(staleness.getValue()).isGreaterThan(30_000);
      store.broken = false;
      store.put("2", 50_010);
      run(harness, 50_050, 51_000);
      assertThat(staleness.getValue()).isLessThan(1_000);
      assertThat(changes(harness)).extracting(ControlChange::version).containsExactly(1L, 2L);
    }
  }

  @Test
  void anUnchangedFileIsReadAgainAtEachRefreshOnly() throws Exception {
    try (var harness = harness(false)) {
      store.put("1", 1);
      harness.open();
      run(harness, 0, 21_000);
      assertThat(store.reads).isBetween(4, 6);
    }
  }

  /** Times from the change of the file to the record that tells it, in the clock of the test. */
  @Test
  void aChangeIsToldWithinTwoSeconds() throws Exception {
    Random random = new Random(11);
    long[] took = new long[200];
    try (var harness = harness(false)) {
      harness.open();
      long now = 0;
      for (int i = 0; i < took.length; i++) {
        long changed = now + 1 + random.nextInt(700);
        for (; now < changed; now++) {
          harness.setProcessingTime(now);
        }
        store.put(Integer.toString(i + 1), changed);
        while (changes(harness).size() <= i) {
          harness.setProcessingTime(++now);
        }
        took[i] = now - changed;
      }
    }
    Arrays.sort(took);
    assertThat(took[(int) (took.length * 0.95)]).as("P95, ms").isLessThanOrEqualTo(2_000);
    assertThat(took[took.length - 1]).as("longest, ms").isLessThanOrEqualTo(10_000);
  }
}
