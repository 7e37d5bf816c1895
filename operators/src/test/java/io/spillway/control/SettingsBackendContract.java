package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Broadcast;
import io.spillway.event.ControlChange;
import io.spillway.log.LoggedWarnings;
import io.spillway.policy.JobMatrix;
import io.spillway.wire.BroadcastSerializer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds wherever settings come from: the operator on a real store, in the test's own time. */
abstract class SettingsBackendContract {
  private static final long REFRESH_MS = 5_000;
  private static final long MAX_STALENESS_MS = 30_000;

  private OneInputStreamOperatorTestHarness<Broadcast, Broadcast> harness;
  private LoggedWarnings told;
  private long now;

  abstract SettingsStore store();

  /** Text as settings: {@code version} or {@code version,paused schema}. */
  abstract void put(String text, long nowMs) throws Exception;

  abstract void remove(long nowMs) throws Exception;

  /** The store can't be read. */
  abstract void away() throws Exception;

  abstract void back() throws Exception;

  /** A part of the place that is told of the settings that were put last. */
  abstract String place();

  @BeforeEach
  void listen() {
    told = new LoggedWarnings(ControlOperator.class);
  }

  @AfterEach
  void end() throws Exception {
    told.close();
    if (harness != null) {
      harness.close();
    }
  }

  private void start(boolean allowRollback) throws Exception {
    start(allowRollback, null);
  }

  private void start(boolean allowRollback, OperatorSubtaskState from) throws Exception {
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new ControlOperator(
                new ControlSettings(REFRESH_MS, MAX_STALENESS_MS, allowRollback),
                store(),
                DirectLooks::parse,
                JobMatrix.DEFAULT,
                DirectLooks::new));
    harness.setup(new BroadcastSerializer());
    harness.setProcessingTime(now);
    if (from != null) {
      harness.initializeState(from);
    }
    harness.open();
  }

  private void run(long millis) throws Exception {
    for (long end = now + millis; now < end; ) {
      now += 50;
      harness.setProcessingTime(now);
    }
  }

  private List<Long> versions() {
    List<Long> versions = new ArrayList<>();
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record
          && record.getValue() instanceof ControlChange change) {
        versions.add(change.version());
      }
    }
    return versions;
  }

  private long stalenessMs() {
    return ((ControlOperator) harness.getOneInputOperator()).stalenessMs();
  }

  @Test
  void eachVersionIsToldOnceAndWithinTwoSeconds() throws Exception {
    put("1", now);
    start(false);
    run(1_000);
    assertThat(versions()).containsExactly(1L);
    for (long version = 2; version <= 20; version++) {
      put(Long.toString(version), now);
      run(500 + 250);
      assertThat(versions()).last().isEqualTo(version);
    }
    run(2 * REFRESH_MS);
    assertThat(versions()).hasSize(20).isSorted();
    assertThat(told.lines()).isEmpty();
  }

  @Test
  void anOlderVersionIsRefusedAsAnUpdateAsASnapshotAndAfterARestart() throws Exception {
    put("5", now);
    start(false);
    run(1_000);
    put("4", now);
    run(2 * REFRESH_MS);
    assertThat(versions()).containsExactly(5L);
    assertThat(told.lines()).singleElement().asString().contains(place(), "4 is older than 5");
    OperatorSubtaskState state = harness.snapshot(1, now);
    harness.close();
    start(false, state);
    run(2 * REFRESH_MS);
    assertThat(versions()).as("told again, and nothing else").containsExactly(5L);
    put("6", now);
    run(1_000);
    assertThat(versions()).containsExactly(5L, 6L);
  }

  @Test
  void anOlderVersionCountsOnceWhereRollbackIsAllowed() throws Exception {
    put("5", now);
    start(true);
    run(1_000);
    put("4", now);
    run(3 * REFRESH_MS);
    assertThat(versions()).containsExactly(5L, 4L);
    assertThat(told.lines()).singleElement().asString().contains("4 has replaced a newer one");
  }

  @Test
  void otherSettingsUnderAVersionThatCountsAreRefused() throws Exception {
    put("5", now);
    start(true);
    run(1_000);
    put("5,shop", now);
    run(2 * REFRESH_MS);
    assertThat(versions()).containsExactly(5L);
    assertThat(told.lines()).singleElement().asString().contains(place(), "with other settings");
  }

  @Test
  void poisonIsIgnoredAndToldOnceWithItsPlace() throws Exception {
    put("5", now);
    start(false);
    run(1_000);
    put("oops", now);
    run(3 * REFRESH_MS);
    assertThat(versions()).containsExactly(5L);
    assertThat(told.lines()).singleElement().asString().contains(place(), "not a number: oops");
    put("6", now);
    run(1_000);
    assertThat(versions()).containsExactly(5L, 6L);
    assertThat(stalenessMs()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void settingsThatAreGoneGoOnCountingAndAreStale() throws Exception {
    put("5", now);
    start(false);
    run(1_000);
    remove(now);
    run(MAX_STALENESS_MS + 2 * REFRESH_MS);
    assertThat(versions()).containsExactly(5L);
    assertThat(stalenessMs()).isGreaterThan(MAX_STALENESS_MS);
    assertThat(told.lines())
        .hasSize(2)
        .satisfiesExactly(
            line -> assertThat(line).contains("the settings are gone"),
            line -> assertThat(line).contains("not read for too long"));
    put("6", now);
    run(1_000);
    assertThat(versions()).containsExactly(5L, 6L);
    assertThat(stalenessMs()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void settingsThatNeverWereAreNotStale() throws Exception {
    start(false);
    run(2 * MAX_STALENESS_MS);
    assertThat(stalenessMs()).isLessThanOrEqualTo(1_000);
    assertThat(told.lines()).isEmpty();
    put("1", now);
    run(1_000);
    assertThat(versions()).containsExactly(1L);
  }

  @Test
  void aStoreThatIsAwayMakesThemStaleAndStopsNothing() throws Exception {
    put("5", now);
    start(false);
    run(1_000);
    away();
    run(MAX_STALENESS_MS + 2 * REFRESH_MS);
    assertThat(stalenessMs()).isGreaterThan(MAX_STALENESS_MS);
    assertThat(told.lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("can't be read"),
            line -> assertThat(line).contains("not read for too long"));
    back();
    put("6", now);
    run(1_000);
    assertThat(versions()).containsExactly(5L, 6L);
    assertThat(stalenessMs()).isLessThanOrEqualTo(1_000);
  }
}
