package io.spillway.search.bulk;

import io.spillway.search.bulk.ControllerState.Ceiling;
import io.spillway.search.bulk.ControllerState.Knob;
import io.spillway.search.bulk.ControllerState.Trial;

/**
 * One step of one knob: up by addition, down by multiplication; bytes first, then the flush
 * interval, concurrency last. As in TCP's slow start, what is in flight doubles until a step brings
 * nothing: the number of requests and their size in turn.
 */
final class LimitSteps {
  private static final double DECREASE = 0.5;
  private static final double BELOW_CEILING = 0.8;
  private static final double WORTHWHILE = 1.05;
  private static final int HOLD_COOLDOWNS = 10;
  private final BulkBounds bounds;
  private final long holdMs;

  LimitSteps(ControllerConfig config) {
    bounds = config.bounds();
    holdMs = HOLD_COOLDOWNS * config.pace().cooldownMs();
  }

  /** Yellow: the first knob that still can give. */
  BulkLimits ease(BulkLimits limits) {
    if (limits.bytes() > bounds.min().bytes()) {
      return limits.withBytes(lessBytes(limits));
    }
    if (limits.intervalMs() < bounds.max().intervalMs()) {
      return limits.withInterval(longerInterval(limits));
    }
    return limits.withConcurrency(Math.max(1, limits.concurrency() - 1));
  }

  /** Red: all knobs at once. */
  BulkLimits brake(BulkLimits limits) {
    return new BulkLimits(
        lessBytes(limits), longerInterval(limits), Math.max(1, limits.concurrency() / 2));
  }

  /**
   * The next state on a try for more; the same limits where no knob has anything to give, the step
   * before where the last one brought nothing.
   */
  ControllerState raise(ControllerState state, Signals signals, long nowMs) {
    Trial trial = judge(state.trial(), signals.flow().consumedPerSecond(), nowMs);
    if (state.trial().knob() == Knob.CONCURRENCY && trial.concurrencyFlatUntilMs() > nowMs) {
      // one more request only waits in the engine's queue, and a full queue is the next 429
      int before = state.trial().before().concurrency();
      BulkLimits back =
          state.limits().withConcurrency(Math.min(state.limits().concurrency(), before));
      return state.withTrial(trial).withEdgeMet().withLimits(back, nowMs);
    }
    ControllerState from = state;
    if (state.trial().knob() == Knob.BYTES && trial.bytesFlatUntilMs() > nowMs) {
      // larger requests that aren't faster only cost heap, at both ends
      int before = Math.max(bounds.min().bytes(), state.trial().before().bytes());
      int bytes = Math.min(state.limits().bytes(), before);
      from = state.withLimits(state.limits().withBytes(bytes), nowMs);
    }
    Knob knob = knob(from, trial, signals, nowMs);
    BulkLimits limits = turn(from, knob, nowMs);
    Trial next =
        new Trial(
            knob,
            signals.flow().consumedPerSecond(),
            from.limits(),
            trial.bytesFlatUntilMs(),
            trial.concurrencyFlatUntilMs());
    return limits.equals(state.limits())
        ? state.withTrial(trial)
        : state.withTrial(next).withLimits(limits, nowMs);
  }

  /** Back towards the initial limits, one knob at a time; the same limits once there. */
  BulkLimits recover(ControllerState state, long nowMs) {
    BulkLimits limits = state.limits();
    BulkLimits initial = bounds.initial();
    int bytes = Math.min(initial.bytes(), limits.bytes() + bounds.byteStep());
    if (limits.bytes() < Math.min(bytes, maxBytes(state.ceiling(), nowMs))) {
      return limits.withBytes(Math.min(bytes, maxBytes(state.ceiling(), nowMs)));
    }
    if (limits.intervalMs() > initial.intervalMs()) {
      return limits.withInterval(Math.max(initial.intervalMs(), shorterInterval(limits)));
    }
    int requests = Math.min(initial.concurrency(), maxConcurrency(state.ceiling(), nowMs));
    return limits.concurrency() < requests
        ? limits.withConcurrency(limits.concurrency() + 1)
        : limits;
  }

  /** What hurt, to be remembered for ten cooldowns. */
  Ceiling ceiling(BulkLimits limits, long nowMs) {
    return new Ceiling(limits.bytes(), limits.concurrency(), nowMs + holdMs);
  }

  private Trial judge(Trial last, double rate, long nowMs) {
    boolean flat = rate < last.rateBefore() * WORTHWHILE;
    return new Trial(
        Knob.NONE,
        0,
        null,
        // a try is a step there and one back: twice as seldom, it moves as little as before
        flat && last.knob() == Knob.BYTES ? nowMs + 2 * holdMs : last.bytesFlatUntilMs(),
        flat && last.knob() == Knob.CONCURRENCY ? nowMs + holdMs : last.concurrencyFlatUntilMs());
  }

  private Knob knob(ControllerState state, Trial trial, Signals signals, long nowMs) {
    BulkLimits limits = state.limits();
    boolean full = signals.backlog().bytes() >= limits.bytes();
    boolean busy = signals.flow().inFlight() >= limits.concurrency();
    boolean requests =
        full
            && busy
            && limits.concurrency() < maxConcurrency(state.ceiling(), nowMs)
            && nowMs >= trial.concurrencyFlatUntilMs();
    if (requests && state.slowStart() && state.trial().knob() != Knob.CONCURRENCY) {
      return Knob.CONCURRENCY;
    }
    if (full
        && nowMs >= trial.bytesFlatUntilMs()
        && limits.bytes() < maxBytes(state.ceiling(), nowMs)) {
      return Knob.BYTES;
    }
    // where requests fill up before the interval ends, a shorter one changes nothing
    if (!full && limits.intervalMs() > bounds.min().intervalMs()) {
      return Knob.INTERVAL;
    }
    return requests ? Knob.CONCURRENCY : Knob.NONE;
  }

  private BulkLimits turn(ControllerState state, Knob knob, long nowMs) {
    BulkLimits limits = state.limits();
    boolean doubled = state.slowStart();
    return switch (knob) {
      case NONE -> limits;
      case BYTES -> {
        int step = doubled ? Math.max(bounds.byteStep(), limits.bytes()) : bounds.byteStep();
        yield limits.withBytes(
            (int) Math.min(maxBytes(state.ceiling(), nowMs), (long) limits.bytes() + step));
      }
      case INTERVAL -> limits.withInterval(shorterInterval(limits));
      case CONCURRENCY -> {
        int step = doubled ? limits.concurrency() : 1;
        yield limits.withConcurrency(
            Math.min(maxConcurrency(state.ceiling(), nowMs), limits.concurrency() + step));
      }
    };
  }

  /** Whether no smaller and no fewer requests can be asked for. */
  boolean atFloor(BulkLimits limits) {
    return limits.bytes() <= bounds.min().bytes() && limits.concurrency() <= 1;
  }

  private int maxBytes(Ceiling ceiling, long nowMs) {
    int max = bounds.max().bytes();
    return nowMs >= ceiling.untilMs()
        ? max
        : (int) Math.max(bounds.min().bytes(), Math.min(max, ceiling.bytes() * BELOW_CEILING));
  }

  private int maxConcurrency(Ceiling ceiling, long nowMs) {
    int max = bounds.max().concurrency();
    return nowMs >= ceiling.untilMs() ? max : Math.max(1, Math.min(max, ceiling.concurrency() - 1));
  }

  private int lessBytes(BulkLimits limits) {
    return Math.max(bounds.min().bytes(), (int) (limits.bytes() * DECREASE));
  }

  private long longerInterval(BulkLimits limits) {
    return Math.min(bounds.max().intervalMs(), limits.intervalMs() * 2);
  }

  private long shorterInterval(BulkLimits limits) {
    return Math.max(bounds.min().intervalMs(), limits.intervalMs() / 2);
  }
}
