package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Runs with acks, repeated acks, crashes and restarts from older checkpoints. */
class ReplayPropertyTest {
  private static final CursorKey CURSOR = CursorKey.parse("HARVEST/GLOBAL/");

  /** A cursor in a job whose log is written exactly once. */
  private static final class Job {
    private record Checkpoint(long id, CursorState state, int committed) {}

    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private final List<String> acked = new ArrayList<>();
    private CursorState state;
    private List<CursorEvent> log = new ArrayList<>();
    private boolean restored;
    private long checkpointId;
    private long restoredFrom;
    private int attempt;
    private boolean rewound;

    Job(CursorKind kind) {
      state = CursorState.none(kind);
      checkpoints.add(new Checkpoint(0, state, 0));
    }

    void acknowledge(String candidate) {
      acked.add(candidate);
      if (restored && state.value() != null) {
        tell(state.mark(CursorReason.RESTORED), restoredFrom);
      }
      restored = false;
      tell(state.acknowledge(candidate, checkpointId), checkpointId);
    }

    private void tell(CursorStep step, long checkpoint) {
      log.add(
          new CursorEvent(
              CURSOR,
              step,
              new CursorEvent.Work(checkpoint, null, null),
              new CursorEvent.Origin("p", "r", attempt),
              log.size()));
      state = state.after(step, checkpoint);
    }

    void checkpoint() {
      checkpointId++;
      checkpoints.add(new Checkpoint(checkpointId, state, log.size()));
    }

    /** What was written behind the newest checkpoint has never been visible. */
    void restart(int back) {
      Checkpoint newest = checkpoints.get(checkpoints.size() - 1);
      log = new ArrayList<>(log.subList(0, newest.committed()));
      Checkpoint from = checkpoints.get(Math.max(0, checkpoints.size() - 1 - back));
      rewound |= from.committed() < newest.committed();
      // numbers of checkpoints go on from the one that is restored
      checkpoints.removeIf(other -> other.id() > from.id());
      checkpoints.add(new Checkpoint(from.id(), from.state(), newest.committed()));
      checkpointId = from.id();
      restoredFrom = from.id();
      state = from.state();
      restored = true;
      attempt++;
    }
  }

  @Property(tries = 2000)
  void theLogAloneGivesTheStateAndNoEventGoesBack(
      @ForAll long seed,
      @ForAll CursorKind kind,
      @ForAll @IntRange(min = 1, max = 60) int actions) {
    Random random = new Random(seed);
    Job job = new Job(kind);
    for (int i = 0; i < actions; i++) {
      switch (random.nextInt(7)) {
        case 0, 1, 2 -> job.acknowledge(Integer.toString(random.nextInt(30)));
        case 3 ->
            job.acknowledge(
                job.acked.isEmpty() ? "0" : job.acked.get(random.nextInt(job.acked.size())));
        case 4 -> job.checkpoint();
        case 5 -> job.restart(0);
        default -> job.restart(random.nextInt(4));
      }
      if (!job.restored) {
        assertThat(folded(job.log)).isEqualTo(job.state.value());
      }
    }
    Audit audit = new Audit(true);
    job.log.forEach(audit::accept);
    assertThat(audit.findings())
        .extracting(Finding::kind)
        .as("only a restart from an older checkpoint shows")
        .allMatch(found -> job.rewound && found == Finding.Kind.REWIND);
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
