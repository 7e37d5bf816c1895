package io.spillway.source;

import io.spillway.log.LogScope;
import io.spillway.metrics.MetricNames;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.Failures;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the enumerators of a source look for new partitions: a look that fails as long as brokers are
 * away is repeated, where one that can't succeed fails the job. A client of Kafka's that reads
 * waits for its brokers by itself, so a job needs no restart for them. One object for all
 * enumerators that a source has, one after the other: Flink keeps their metrics, and shows the
 * first of each name only.
 */
final class PartitionLooks {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionLooks.class);

  private static final EventType TYPE = EventType.SOURCE_DISCOVERY;

  private final String input;
  private final Deciders deciders;
  private final LongSupplier clock;
  private final Counter failed;
  private volatile MissedLooks missed;

  /**
   * @param input for people, see {@link MissedLooks}
   * @param metrics of the enumerators
   * @param clock ms since 1970
   */
  PartitionLooks(String input, MetricGroup metrics, PolicyMatrix policy, LongSupplier clock) {
    this.input = input;
    this.clock = clock;
    deciders = new Deciders(policy, new PolicyMetrics(metrics));
    MetricGroup group = metrics.addGroup(MetricNames.GROUP);
    failed = group.counter(MetricNames.PARTITION_LOOKS_FAILED);
    group.gauge(MetricNames.SOURCE_AWAY_MS, () -> missed.awayMs(clock.getAsLong()));
    begin();
  }

  /** Another enumerator begins, with its first look. */
  void begin() {
    missed = new MissedLooks(input);
  }

  /** For the failures of an enumerator that are not waited for. */
  Failures failures() {
    return new Failures(deciders, EventType.SOURCE_READ, ResolvingSource.READING);
  }

  /** The same look, but only when it is due. Runs in a thread of its own. */
  <T> Callable<Look<T>> paced(Callable<T> look) {
    return () -> {
      long beganMs = clock.getAsLong();
      if (!missed.isDue(beganMs)) {
        return new Look.Skipped<>();
      }
      try {
        return new Look.Found<>(look.call());
      } catch (Exception e) {
        return new Look.Failed<>(e, beganMs);
      }
    };
  }

  /** A look has succeeded. */
  void found() {
    missed.found().ifPresent(line -> LOG.warn("{}", line));
  }

  /** Whether a failed look may be waited for at all; the first one may not. */
  boolean mayWait() {
    return missed.hasBegun();
  }

  /** Whether the next look is waited for after one that has failed, as the matrix says. */
  boolean waitsFor(Look.Failed<?> look) {
    ErrorKind kind = kind(look.failure());
    int failures = missed.count() + 1;
    Decider decider = deciders.of(TYPE, kind);
    Action action = decider.decide(failures, FailureTrait.of(look.failure()));
    try (LogScope scope =
        LogScope.of(TYPE.word(), TYPE.domain().word())
            .errorKind(kind.word())
            .policy(action.word(), input)
            .retries(failures)) {
      if (action == Action.STOP) {
        decider
            .alert(failures)
            .log(
                LOG,
                "the look for new partitions of {} has failed {} times, {}: {}",
                input,
                failures,
                action.word(),
                Failures.text(look.failure()));
        return false;
      }
      failed.inc();
      long delayMs = decider.delayMs(failures, ThreadLocalRandom.current().nextDouble());
      missed
          .missed(Failures.text(look.failure()), look.beganMs(), clock.getAsLong(), delayMs)
          .ifPresent(line -> decider.alert(failures).log(LOG, "{}", line));
      return true;
    }
  }

  private static ErrorKind kind(Exception failure) {
    return FailureTrait.of(failure) == FailureTrait.DEPENDENCY
        ? ErrorKind.UNAVAILABLE
        : ErrorKind.ofIo(failure);
  }
}
