package io.spillway.search.bulk;

import io.spillway.search.bulk.ControllerState.Breaker;
import io.spillway.search.bulk.ControllerState.Trial;
import io.spillway.search.bulk.Guardrails.Alarm;
import io.spillway.search.bulk.Guardrails.Colour;

/**
 * Sets request size, flush interval and concurrency. Backlog and lag press the accelerator, the
 * engine's health the brake; the mode gives the direction, additive increase and multiplicative
 * decrease the step; hard bounds, a cooldown and hysteresis keep it calm. It never stops for good:
 * the floor is one probing request.
 *
 * <p>Pure: {@code (state, signals, now) -> decision}. It is meant to be asked several times a
 * second.
 */
public final class BulkController {
  /** ms of lag per second: below it, an interval's sawtooth looks like a trend. */
  private static final double LAG_RISES = 100;

  /** Share of the input that must be left over: below it, in and out differ by chance. */
  private static final double FALLS_BEHIND = 0.02;

  /** Share of a window without a refusal after which trouble of the engine's own is over. */
  private static final double CALM_SHARE = 0.25;

  /** Share of the yellow line below which no latency is a jump. */
  private static final double JUMP_FLOOR = 0.25;

  private final ControllerConfig config;
  private final ModeRule modes;
  private final LimitSteps steps;

  public BulkController(ControllerConfig config) {
    this.config = config;
    this.modes = new ModeRule(config.thresholds(), config.bounds().max().intervalMs());
    this.steps = new LimitSteps(config);
  }

  /** Begins with the state of a controller that had other bounds. */
  public Decision enter(ControllerState state, long nowMs) {
    BulkLimits limits = config.bounds().clamp(state.limits());
    ControllerState entered =
        limits.equals(state.limits()) ? state : state.withLimits(limits, nowMs);
    return decide(state, entered, "settings", nowMs);
  }

  public Decision step(ControllerState state, Signals signals, long nowMs) {
    Alarm alarm =
        signals.alert() == null
            ? judge(state.latency(), signals.health(), nowMs)
            : new Alarm(Colour.RED, true, signals.alert());
    ControllerState known = learn(state, signals.health(), nowMs);
    ControllerState seen = alarm.colour() == Colour.GREEN ? known : known.withAlarm(nowMs);
    if (seen.breaker().open()) {
      return probe(seen, signals, nowMs);
    }
    if (seen.mode() == Mode.PROTECT && over(seen, signals, nowMs)) {
      return beginAnew(seen, signals, nowMs);
    }
    if (alarm.colour() == Colour.RED) {
      return brake(seen, alarm, nowMs);
    }
    if (seen.mode() == Mode.PROTECT) {
      return leaveProtect(seen, signals, alarm, nowMs);
    }
    Mode mode =
        modes.next(
            seen.mode(),
            signals.backlog(),
            signals.flow().producedPerSecond(),
            alarm.colour() == Colour.GREEN);
    if (mode != seen.mode() && nowMs - seen.times().modeMs() >= config.pace().windowMs()) {
      return decide(seen, seen.withMode(mode, nowMs), "backlog", nowMs);
    }
    if (nowMs - seen.times().changedMs() < pauseMs(seen)) {
      return decide(seen, seen, "cooldown", nowMs);
    }
    return alarm.colour() == Colour.YELLOW ? ease(seen, alarm, nowMs) : raise(seen, signals, nowMs);
  }

  /** In slow start a window of answers to the last step is enough to judge it. */
  private long pauseMs(ControllerState state) {
    if (!state.slowStart()) {
      return config.pace().cooldownMs();
    }
    return state.trial().equals(Trial.NONE) ? 0 : config.pace().windowMs();
  }

  /** A healthy engine whose answers suddenly take much longer than usual counts as yellow. */
  private Alarm judge(LatencyBaseline usual, Health health, long nowMs) {
    Alarm alarm = config.rails().judge(health);
    boolean jumped =
        alarm.colour() == Colour.GREEN
            && health.requests() >= Guardrails.MIN_REQUESTS
            && usual.jumped(
                health.latencyP95Ms(),
                config.rails().latencyMs().yellow() * JUMP_FLOOR,
                nowMs,
                config.pace().windowMs());
    return jumped
        ? new Alarm(
            Colour.YELLOW,
            false,
            "latency-jump(" + health.latencyP95Ms() + " from " + Math.round(usual.ms()) + ")")
        : alarm;
  }

  /** The first window after a change still holds answers from before it. */
  private ControllerState learn(ControllerState state, Health health, long nowMs) {
    boolean settled = nowMs - state.times().changedMs() >= config.pace().windowMs();
    return settled && health.requests() >= Guardrails.MIN_REQUESTS
        ? state.withLatency(
            state.latency().with(health.latencyP95Ms(), nowMs, config.pace().windowMs()))
        : state;
  }

  /** During a pause nothing is decided; after it the probe's answer decides. */
  private Decision probe(ControllerState state, Signals signals, long nowMs) {
    Breaker breaker = state.breaker();
    boolean failed = signals.lastFailureMs() >= breaker.untilMs();
    boolean passed = signals.lastSuccessMs() >= breaker.untilMs();
    if (nowMs >= breaker.untilMs() && !failed && signals.backlog().bytes() == 0) {
      return decide(state, state.withBreaker(Breaker.CLOSED), "nothing to probe with", nowMs);
    }
    if (nowMs < breaker.untilMs() || !(failed || passed)) {
      return decide(state, state, "probing", nowMs);
    }
    if (failed && signals.lastFailureMs() >= signals.lastSuccessMs()) {
      // a probe is the smallest request: who fails it is not hurt by large ones
      ControllerState again =
          state.withNothingLearned().withBreaker(breaker.reopened(config.pace(), nowMs));
      return decide(state, again.withAlarm(nowMs), "probe-failed", nowMs);
    }
    return decide(state, state.withBreaker(Breaker.CLOSED).withAlarm(nowMs), "probe-passed", nowMs);
  }

  private Decision brake(ControllerState state, Alarm alarm, long nowMs) {
    boolean first = state.mode() != Mode.PROTECT;
    // in PROTECT a step needs a fresh window, or one burst would be punished many times
    if (!first && nowMs - state.times().changedMs() < config.pace().windowMs()) {
      return decide(state, state, "settling", nowMs);
    }
    ControllerState braked = state.withLimits(steps.brake(state.limits()), nowMs);
    if (!first && steps.atFloor(state.limits())) {
      // who refuses the smallest request is not hurt by large ones
      braked = braked.withNothingLearned();
    }
    if (first) {
      braked =
          braked.withMode(Mode.PROTECT, nowMs).withCeiling(steps.ceiling(state.limits(), nowMs));
    }
    if (alarm.error()) {
      braked = braked.withBreaker(Breaker.CLOSED.reopened(config.pace(), nowMs));
    }
    return decide(state, braked, alarm.reason(), nowMs);
  }

  /**
   * Whether an engine that refused even the smallest request takes it again. Its window still holds
   * what was refused, so the last answers decide; how long they take is judged as ever.
   */
  private boolean over(ControllerState state, Signals signals, long nowMs) {
    Health health = signals.health();
    Health answered =
        new Health(health.requests(), 0, 0, health.latencyP95Ms(), health.stalledMs());
    return state.nothingLearned()
        && signals.alert() == null
        && signals.lastFailureMs() >= state.times().modeMs()
        && signals.lastSuccessMs() > signals.lastFailureMs()
        && nowMs - signals.lastFailureMs() >= config.pace().windowMs() * CALM_SHARE
        && config.rails().judge(answered).colour() == Colour.GREEN;
  }

  /** As a job that starts, but for what has gathered meanwhile. */
  private Decision beginAnew(ControllerState state, Signals signals, long nowMs) {
    Mode mode =
        modes.next(Mode.STEADY, signals.backlog(), signals.flow().producedPerSecond(), true);
    ControllerState begun =
        state.withMode(mode, nowMs).withLimits(config.bounds().initial(), nowMs);
    return decide(state, begun, "calm", nowMs);
  }

  private Decision leaveProtect(ControllerState state, Signals signals, Alarm alarm, long nowMs) {
    // the engine's own trouble, not that of its load, is over when it is
    boolean anew = state.nothingLearned();
    long calmMs = anew ? config.pace().windowMs() : config.pace().cooldownMs();
    boolean calm = nowMs - state.times().alarmMs() >= calmMs;
    boolean proven =
        signals.lastSuccessMs() >= state.times().modeMs() || signals.backlog().bytes() == 0;
    if (alarm.colour() != Colour.GREEN || !calm || !proven) {
      return decide(state, state, "protecting", nowMs);
    }
    return anew
        ? beginAnew(state, signals, nowMs)
        : decide(state, state.withMode(Mode.STEADY, nowMs), "calm", nowMs);
  }

  private Decision ease(ControllerState state, Alarm alarm, long nowMs) {
    BulkLimits eased = steps.ease(state.limits());
    if (eased.equals(state.limits())) {
      return decide(state, state, "at the floor", nowMs);
    }
    ControllerState next =
        state.withLimits(eased, nowMs).withCeiling(steps.ceiling(state.limits(), nowMs));
    return decide(state, next, alarm.reason(), nowMs);
  }

  private Decision raise(ControllerState state, Signals signals, long nowMs) {
    if (signals.lastSuccessMs() < state.times().changedMs()) {
      return decide(state, state, "no answer since the last step", nowMs);
    }
    boolean waiting =
        signals.backlog().bytes() > 2L * state.limits().bytes() * state.limits().concurrency();
    boolean behind = signals.flow().net() < -FALLS_BEHIND * signals.flow().producedPerSecond();
    boolean later = signals.backlog().lagTrend() > LAG_RISES;
    return switch (state.mode()) {
      case CATCH_UP -> raised(state, signals, "catching up", nowMs);
      case STEADY -> {
        BulkLimits recovered = steps.recover(state, nowMs);
        if (!recovered.equals(state.limits())) {
          yield decide(state, state.withLimits(recovered, nowMs), "recovering", nowMs);
        }
        yield waiting && (behind || later)
            ? raised(state, signals, behind ? "falling behind" : "lag rises", nowMs)
            : decide(state, state, "steady", nowMs);
      }
      default -> decide(state, state, "idle", nowMs);
    };
  }

  private Decision raised(ControllerState state, Signals signals, String why, long nowMs) {
    ControllerState next = steps.raise(state, signals, nowMs);
    boolean less =
        next.limits().concurrency() < state.limits().concurrency()
            || next.limits().bytes() < state.limits().bytes();
    boolean back = less && next.limits().concurrency() <= state.limits().concurrency();
    return decide(state, next, back ? "no gain" : why, nowMs);
  }

  private Decision decide(ControllerState before, ControllerState after, String why, long nowMs) {
    boolean changed =
        before.mode() != after.mode()
            || !before.limits().equals(after.limits())
            || !before.breaker().equals(after.breaker());
    boolean eased =
        changed
            && (after.breaker().open()
                || after.limits().bytes() < before.limits().bytes()
                || after.limits().concurrency() < before.limits().concurrency()
                || after.mode() == Mode.PROTECT
                || before.mode() == Mode.PROTECT);
    return new Decision(
        after,
        allowed(after),
        after.breaker().untilMs(),
        changed ? ChangeLine.of(before, after, why, nowMs) : null,
        eased);
  }

  private BulkLimits allowed(ControllerState state) {
    BulkBounds bounds = config.bounds();
    if (state.breaker().open()) {
      return new BulkLimits(bounds.min().bytes(), state.limits().intervalMs(), 1);
    }
    // what was learned is kept, so that the end of an idle hour costs nothing
    return state.mode() == Mode.IDLE
        ? new BulkLimits(
            Math.min(state.limits().bytes(), bounds.initial().bytes()),
            bounds.max().intervalMs(),
            state.limits().concurrency())
        : state.limits();
  }
}
