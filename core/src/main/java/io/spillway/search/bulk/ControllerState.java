package io.spillway.search.bulk;

/**
 * What the controller remembers from one step to the next.
 *
 * @param mode what it is about
 * @param limits what it has learned; in IDLE less is allowed
 * @param times when things last happened
 * @param breaker whether requests may be sent at all
 * @param learned what the past has taught
 */
public record ControllerState(
    Mode mode, BulkLimits limits, Times times, Breaker breaker, Learned learned) {

  /** A job that starts: STEADY with the initial limits. */
  public static ControllerState initial(BulkBounds bounds, long nowMs) {
    return new ControllerState(
        Mode.STEADY,
        bounds.initial(),
        new Times(nowMs, nowMs, nowMs),
        Breaker.CLOSED,
        Learned.NOTHING);
  }

  /**
   * @param ceiling where it last hurt the engine
   * @param trial what the last increase was and brought
   * @param latency what a request's time is wont to be
   * @param edgeMet whether an increase has brought nothing, or an alarm has come: the end of slow
   *     start
   */
  record Learned(Ceiling ceiling, Trial trial, LatencyBaseline latency, boolean edgeMet) {
    static final Learned NOTHING =
        new Learned(Ceiling.NONE, Trial.NONE, LatencyBaseline.NONE, false);
  }

  /**
   * @param changedMs last change of limits
   * @param modeMs last change of mode
   * @param alarmMs last time that a rail was yellow or red
   */
  record Times(long changedMs, long modeMs, long alarmMs) {}

  /**
   * The circuit breaker: closed, or open until a time; after it one probe decides.
   *
   * @param untilMs end of the pause; 0 while closed
   * @param pauseMs length of that pause
   */
  record Breaker(long untilMs, long pauseMs) {
    static final Breaker CLOSED = new Breaker(0, 0);

    boolean open() {
      return untilMs > 0;
    }

    Breaker reopened(ControllerConfig.Pace pace, long nowMs) {
      long pause = Math.min(pace.maxPauseMs(), Math.max(pace.minPauseMs(), 2 * pauseMs));
      return new Breaker(nowMs + pause, pause);
    }
  }

  /**
   * Limits that hurt, and until when the controller stays below them.
   *
   * @param bytes request size at that time
   * @param concurrency requests in flight at that time
   * @param untilMs when the controller may try again
   */
  record Ceiling(int bytes, int concurrency, long untilMs) {
    static final Ceiling NONE = new Ceiling(Integer.MAX_VALUE, Integer.MAX_VALUE, 0);
  }

  /**
   * The last increase.
   *
   * @param knob what was raised
   * @param rateBefore bytes per second finished before it
   * @param before limits before it
   * @param bytesFlatUntilMs until when larger requests are known to bring nothing
   * @param concurrencyFlatUntilMs until when more requests are known to bring nothing
   */
  record Trial(
      Knob knob,
      double rateBefore,
      BulkLimits before,
      long bytesFlatUntilMs,
      long concurrencyFlatUntilMs) {
    static final Trial NONE = new Trial(Knob.NONE, 0, null, 0, 0);
  }

  enum Knob {
    NONE,
    BYTES,
    INTERVAL,
    CONCURRENCY
  }

  /** Behind, and nothing is known yet of where the engine has enough. */
  boolean slowStart() {
    return mode == Mode.CATCH_UP && !learned.edgeMet;
  }

  /** After trouble that even the smallest request met, and before the first step. */
  boolean nothingLearned() {
    return !learned.edgeMet;
  }

  Ceiling ceiling() {
    return learned.ceiling;
  }

  Trial trial() {
    return learned.trial;
  }

  LatencyBaseline latency() {
    return learned.latency;
  }

  ControllerState withLimits(BulkLimits limits, long nowMs) {
    return new ControllerState(
        mode,
        limits,
        new Times(nowMs, times.modeMs, times.alarmMs),
        breaker,
        new Learned(learned.ceiling, learned.trial, LatencyBaseline.NONE, learned.edgeMet));
  }

  ControllerState withMode(Mode mode, long nowMs) {
    return new ControllerState(
        mode, limits, new Times(times.changedMs, nowMs, times.alarmMs), breaker, learned);
  }

  ControllerState withAlarm(long nowMs) {
    return new ControllerState(
        mode, limits, new Times(times.changedMs, times.modeMs, nowMs), breaker, learned);
  }

  ControllerState withBreaker(Breaker breaker) {
    return new ControllerState(mode, limits, times, breaker, learned);
  }

  ControllerState withCeiling(Ceiling ceiling) {
    return with(new Learned(ceiling, learned.trial, learned.latency, true));
  }

  ControllerState withTrial(Trial trial) {
    return with(new Learned(learned.ceiling, trial, learned.latency, learned.edgeMet));
  }

  ControllerState withEdgeMet() {
    return with(new Learned(learned.ceiling, learned.trial, learned.latency, true));
  }

  ControllerState withNothingLearned() {
    return with(Learned.NOTHING);
  }

  ControllerState withLatency(LatencyBaseline latency) {
    return with(new Learned(learned.ceiling, learned.trial, latency, learned.edgeMet));
  }

  private ControllerState with(Learned lessons) {
    return new ControllerState(mode, limits, times, breaker, lessons);
  }
}
