package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.Work;
import io.spillway.event.Gap;
import io.spillway.event.SourcePartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Runs with acks, repeated acks, gaps of the source, crashes, restarts from older checkpoints and
 * from nothing.
 */
class ReplayPropertyTest {
  private static final CursorKey CURSOR = CursorKey.parse("HARVEST/GLOBAL/");

  /** A cursor in a job whose log is written exactly once. */
  private static final class Job {
    /**
     * @param behind whether the log has events that the state doesn't know
     */
    private record Checkpoint(long id, CursorState state, int committed, boolean behind) {}

    private final CursorKind kind;
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private final List<String> acked = new ArrayList<>();
    private CursorState state;
    private List<CursorEvent> log = new ArrayList<>();
    private boolean restored;
    private boolean behind;
    private boolean begun;
    private long checkpointId;
    private long restoredFrom;
    private int attempt;

    Job(CursorKind kind) {
      this.kind = kind;
      state = CursorState.none(kind);
      checkpoints.add(new Checkpoint(0, state, 0, false));
    }

    void acknowledge(String candidate) {
      acked.add(candidate);
      begin();
      tell(state.acknowledge(candidate, checkpointId), new Work.Reached(checkpointId));
    }

    void acknowledgeAgain(Random random) {
      acknowledge(acked.isEmpty() ? "0" : acked.get(random.nextInt(acked.size())));
    }

    void gap() {
      begin();
      Gap gap = new Gap(new SourcePartition("shop", 0), 5, 9);
      tell(state.mark(CursorReason.GAP), new Work.Missed(restoredFrom, gap));
    }

    /** As {@link io.spillway.cursor.CursorFunction} does when an attempt touches the cursor. */
    private void begin() {
      if (begun) {
        return;
      }
      begun = true;
      CursorEvent newest = log.isEmpty() ? null : log.get(log.size() - 1);
      boolean ahead = newest != null && newest.step().seq() > state.seq();
      assertThat(ahead).as("the number alone tells a rewind").isEqualTo(behind);
      behind = false;
      if (ahead) {
        Work.Logged told =
            new Work.Logged(
                newest.step().seq(), newest.work().checkpointId(), newest.step().value());
        tell(state.mark(CursorReason.REWIND), new Work.SetBack(restoredFrom, told));
      } else if (restored && state.value() != null) {
        tell(state.mark(CursorReason.RESTORED), new Work.Reached(restoredFrom));
      }
    }

    private void tell(CursorStep step, Work work) {
      CursorEvent.Origin origin = new CursorEvent.Origin("p", "r", attempt);
      log.add(new CursorEvent(CURSOR, step, work, origin, log.size()));
      state = state.after(step, step.candidate() == null ? 0 : work.checkpointId());
    }

    void checkpoint() {
      checkpointId++;
      checkpoints.add(new Checkpoint(checkpointId, state, log.size(), behind));
    }

    void restart(int back) {
      Checkpoint from = checkpoints.get(Math.max(0, checkpoints.size() - 1 - back));
      restored = true;
      begin(from);
    }

    void startFromNothing() {
      restored = false;
      begin(new Checkpoint(0, CursorState.none(kind), 0, false));
    }

    /** What was written behind the newest checkpoint has never been visible. */
    private void begin(Checkpoint from) {
      int visible = checkpoints.get(checkpoints.size() - 1).committed();
      log = new ArrayList<>(log.subList(0, visible));
      behind = from.behind() || from.committed() < visible;
      // numbers of checkpoints go on from the one that is restored
      checkpoints.removeIf(other -> other.id() > from.id());
      checkpoints.add(new Checkpoint(from.id(), from.state(), visible, behind));
      checkpointId = from.id();
      restoredFrom = from.id();
      state = from.state();
      begun = false;
      attempt++;
    }

    private long events(CursorReason reason) {
      return log.stream().filter(event -> event.step().reason() == reason).count();
    }
  }

  @Property(tries = 3000)
  void theLogAloneGivesTheStateAndNoEventGoesBack(
      @ForAll long seed,
      @ForAll CursorKind kind,
      @ForAll @IntRange(min = 1, max = 60) int actions) {
    Random random = new Random(seed);
    Job job = new Job(kind);
    for (int i = 0; i < actions; i++) {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> job.acknowledge(Integer.toString(random.nextInt(30)));
        case 3 -> job.acknowledgeAgain(random);
        case 4, 5 -> job.checkpoint();
        case 6 -> job.restart(0);
        case 7 -> job.gap();
        case 8 -> job.restart(random.nextInt(4));
        default -> job.startFromNothing();
      }
      if (job.begun) {
        assertThat(folded(job.log)).isEqualTo(job.state.value());
      }
    }
    Audit audit = new Audit(true);
    job.log.forEach(audit::accept);
    assertThat(audit.findings())
        .filteredOn(finding -> finding.kind() == Finding.Kind.REWIND)
        .as("each rewind is an event, and found once")
        .hasSize((int) job.events(CursorReason.REWIND));
    assertThat(audit.findings())
        .filteredOn(finding -> finding.kind() == Finding.Kind.LOST)
        .hasSize((int) job.events(CursorReason.GAP));
    assertThat(audit.findings())
        .extracting(Finding::kind)
        .as("nothing else shows")
        .allMatch(kindOf -> kindOf == Finding.Kind.REWIND || kindOf == Finding.Kind.LOST);
  }

  @Property(tries = 500)
  void withoutRestartsFromOlderCheckpointsTheValueNeverFalls(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int actions) {
    Random random = new Random(seed);
    Job job = new Job(CursorKind.TIME);
    for (int i = 0; i < actions; i++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> job.acknowledge(Integer.toString(random.nextInt(30)));
        case 2 -> job.checkpoint();
        default -> job.restart(0);
      }
    }
    long value = -1;
    for (CursorEvent event : job.log) {
      long next = Long.parseLong(event.step().value());
      assertThat(next).isGreaterThanOrEqualTo(value);
      value = next;
    }
    Audit audit = new Audit(true);
    job.log.forEach(audit::accept);
    assertThat(audit.findings()).isEmpty();
  }

  private static String folded(List<CursorEvent> log) {
    Replay replay = new Replay();
    log.forEach(replay::accept);
    return replay.cursors().isEmpty() ? null : replay.cursors().iterator().next().step().value();
  }
}
