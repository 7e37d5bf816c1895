package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.Work;
import io.spillway.cursor.log.Finding.Kind;
import io.spillway.event.Gap;
import io.spillway.plan.Balance;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Checks events in the order of the log. Keeps one event a cursor, the values of its last events,
 * and what it has found.
 */
public final class Audit {
  /** Values of a cursor that a job may be set back to without a word of what is missing. */
  private static final int REMEMBERED = 64;

  private final boolean fromBeginning;
  private final Map<CursorKey, CursorEvent> last = new HashMap<>();
  private final Map<CursorKey, Deque<Point>> points = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private long events;
  private long balances;

  /** Where a cursor stood behind one of its events. */
  private record Point(long seq, String value) {}

  /**
   * @param fromBeginning whether the log's first events are given, or a window of it
   */
  public Audit(boolean fromBeginning) {
    this.fromBeginning = fromBeginning;
  }

  public void accept(CursorEvent event) {
    events++;
    CursorStep step = event.step();
    CursorEvent before = last.put(event.cursor(), event);
    if (isBefore(step.kind(), step.value(), step.previous())) {
      add(Kind.REGRESS, event, "from " + step.previous() + " back to " + step.value());
    }
    if (event.work() instanceof Work.Counted counted) {
      Balance balance = counted.balance();
      balances++;
      if (balance.difference() != 0) {
        add(Kind.UNBALANCED, event, balance.difference() + " rows unaccounted for: " + balance);
      }
    } else if (event.work() instanceof Work.Missed missed) {
      Gap gap = missed.gap();
      add(
          Kind.LOST,
          event,
          "%s: offset %d was next, reading went on at %d"
              .formatted(gap.partition(), gap.from(), gap.to()));
    }
    if (step.reason() == CursorReason.REWIND) {
      rewind(event);
    } else if (before != null) {
      follow(before, event);
    } else if (fromBeginning && step.seq() != 1) {
      add(Kind.GAP, event, "the log begins with event " + step.seq());
    }
    remember(event);
  }

  private void remember(CursorEvent event) {
    Deque<Point> known = points.computeIfAbsent(event.cursor(), c -> new ArrayDeque<>());
    known.addLast(new Point(event.step().seq(), event.step().value()));
    if (known.size() > REMEMBERED) {
      known.removeFirst();
    }
  }

  /** Whether a job goes on from where the log once was, and not from where it is. */
  private boolean isSetBack(CursorEvent before, CursorEvent event) {
    CursorStep step = event.step();
    Point from = new Point(step.seq() - 1, step.previous());
    Point now = new Point(before.step().seq(), before.step().value());
    return step.reason() == CursorReason.RESTORED
        && !from.equals(now)
        && (step.seq() <= before.step().seq() || points.get(event.cursor()).contains(from));
  }

  /** The event says itself how far the log was, also where that part of the log isn't given. */
  private void rewind(CursorEvent event) {
    String from =
        event.step().seq() == 1
            ? "from nothing"
            : "from checkpoint %d, from %s (event %d)"
                .formatted(
                    event.work().checkpointId(), event.step().value(), event.step().seq() - 1);
    add(
        Kind.REWIND,
        event,
        event.work() instanceof Work.SetBack back
            ? "%s: the log was at %s (event %d, checkpoint %d)"
                .formatted(from, back.log().value(), back.log().seq(), back.log().checkpointId())
            : from);
  }

  private void follow(CursorEvent before, CursorEvent event) {
    CursorStep step = event.step();
    long expected = before.step().seq() + 1;
    if (isSetBack(before, event)) {
      add(
          Kind.REWIND,
          event,
          "from checkpoint %d: the log was at %s (event %d), the job goes on from %s (event %d)"
              .formatted(
                  event.work().checkpointId(),
                  before.step().value(),
                  expected - 1,
                  step.value(),
                  step.seq() - 1));
    } else if (step.seq() > expected) {
      add(Kind.GAP, event, "events " + expected + " to " + (step.seq() - 1) + " are missing");
    } else if (step.seq() == expected) {
      if (!Objects.equals(step.previous(), before.step().value())) {
        add(
            Kind.BROKEN,
            event,
            "begins at " + step.previous() + ", not at " + before.step().value());
      }
    } else if (step.seq() == 1) {
      add(Kind.REWIND, event, "from nothing: the log was at " + before.step().value());
    } else {
      add(Kind.OVERLAP, event, "event " + step.seq() + " was told before");
    }
  }

  private static boolean isBefore(CursorKind kind, String value, String previous) {
    if (previous == null || kind == CursorKind.TOKEN) {
      return false;
    }
    if (value == null) {
      return true;
    }
    return kind == CursorKind.ID_TEXT
        ? Arrays.compareUnsigned(
                value.getBytes(StandardCharsets.UTF_8), previous.getBytes(StandardCharsets.UTF_8))
            < 0
        : new BigInteger(value).compareTo(new BigInteger(previous)) < 0;
  }

  private void add(Kind kind, CursorEvent event, String detail) {
    findings.add(new Finding(kind, event, detail));
  }

  /** How many events were taken. */
  public long events() {
    return events;
  }

  /** How many of them told of a balance. */
  public long balances() {
    return balances;
  }

  public List<Finding> findings() {
    return List.copyOf(findings);
  }
}
