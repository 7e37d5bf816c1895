package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.log.LoggedWarnings;
import io.spillway.policy.CountedGroup;
import io.spillway.policy.JobMatrix;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SplitContextTest {
  private static final long LONG = 60_000;

  private final List<Callable<Object>> calls = new ArrayList<>();
  private final List<BiConsumer<Object, Throwable>> handlers = new ArrayList<>();
  private final CountedGroup metrics = new CountedGroup();
  private long nowMs = 1_768_472_430_000L;
  private final PartitionLooks looks =
      new PartitionLooks("topic shop at kafka:9092", metrics, JobMatrix.DEFAULT, () -> nowMs);
  private final SplitContext<FileSplit> context = new SplitContext<>(recording(), looks);
  private final List<Object> found = new ArrayList<>();
  private final List<Integer> toldDealt = new ArrayList<>();
  private Set<Integer> readers = Set.of();
  private Exception failure;
  private int asked;

  /** Of Flink's side, what becomes of asynchronous calls, and what readers are sent. */
  @SuppressWarnings("unchecked")
  private SplitEnumeratorContext<ResolvedSplit<FileSplit>> recording() {
    return (SplitEnumeratorContext<ResolvedSplit<FileSplit>>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SplitEnumeratorContext.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "callAsync" -> {
                  calls.add((Callable<Object>) arguments[0]);
                  handlers.add((BiConsumer<Object, Throwable>) arguments[1]);
                }
                case "registeredReaders" -> {
                  return readers.stream()
                      .collect(
                          Collectors.toMap(
                              reader -> reader, reader -> new ReaderInfo(reader, "here")));
                }
                case "sendEventToSourceReader" -> {
                  assertThat(arguments[1]).isEqualTo(new Dealt());
                  toldDealt.add((Integer) arguments[0]);
                }
                case "signalNoMoreSplits" -> {}
                default -> throw new AssertionError(method);
              }
              return null;
            });
  }

  /** As the enumerator of Flink's connector does. */
  private void enumerate() {
    context.callAsync(this::ask, this::take, 0, 10_000);
  }

  private Object ask() throws Exception {
    asked++;
    if (failure != null) {
      throw failure;
    }
    return "partitions";
  }

  private void take(Object result, Throwable thrown) {
    if (thrown != null) {
      throw new IllegalStateException("Failed to list subscribed topic partitions", thrown);
    }
    found.add(result);
  }

  /** One period of Flink's. */
  private void look() throws Exception {
    handlers.get(0).accept(calls.get(0).call(), null);
  }

  private static Exception wrapped(Exception cause) {
    return new IllegalArgumentException("Failed to get metadata", new ExecutionException(cause));
  }

  private static List<Exception> passing() {
    return List.of(
        new TimeoutException("Timed out waiting for a node assignment"),
        new DisconnectException("cancelled"),
        new LeaderNotAvailableException("starting"));
  }

  private static List<Exception> lasting() {
    return List.of(
        new UnknownTopicOrPartitionException("deleted"),
        new TopicAuthorizationException("shop"),
        new SaslAuthenticationException("wrong password"),
        new IllegalStateException("closed"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void brokersThatGoAwayAreWaitedFor(Exception away) throws Exception {
    enumerate();
    look();
    failure = wrapped(away);

    for (int i = 0; i < 100; i++) {
      look();
      nowMs += LONG;
    }

    failure = null;
    look();
    assertThat(found).containsExactly("partitions", "partitions");
    assertThat(metrics.counts()).containsEntry("spillway.partition_looks_failed_total", 100L);
    assertThat(metrics.decisions())
        .hasSize(2)
        .allSatisfy((key, n) -> assertThat(key).endsWith(".retry"));
    assertThat(metrics.decisions().keySet()).allMatch(key -> key.startsWith("source.discovery."));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void theFirstLookFailsTheJobWhateverIsWrong(Exception away) throws Exception {
    enumerate();
    failure = wrapped(away);

    assertThatThrownBy(this::look).hasRootCause(away);

    assertThat(metrics.counts()).containsEntry("spillway.partition_looks_failed_total", 0L);
    assertThat(metrics.decisions().keySet())
        .allMatch(key -> key.startsWith("source.read.failed.") && key.endsWith(".stop"));
  }

  @ParameterizedTest
  @MethodSource("lasting")
  void whatWaitingCannotCureFailsTheJob(Exception lasting) throws Exception {
    enumerate();
    look();
    failure = wrapped(lasting);

    assertThatThrownBy(this::look).hasRootCause(lasting);

    assertThat(metrics.counts()).containsEntry("spillway.partition_looks_failed_total", 0L);
    assertThat(metrics.decisions()).hasSize(1);
    assertThat(metrics.decisions().keySet())
        .allMatch(key -> key.startsWith("source.discovery.failed.") && key.endsWith(".stop"));
  }

  @Test
  void anOutageIsNamedOnceAMinuteAndItsEndOnce() throws Exception {
    enumerate();
    look();
    failure = wrapped(new TimeoutException("Timed out waiting for a node assignment"));
    try (LoggedWarnings log = new LoggedWarnings(PartitionLooks.class)) {
      // ten a second, so more than one is skipped
      for (int i = 0; i < 1_180; i++) {
        look();
        nowMs += 100;
      }
      failure = null;
      look();
      nowMs += LONG;
      look();

      assertThat(log.lines()).hasSize(3);
      assertThat(log.lines().subList(0, 2))
          .allSatisfy(
              line ->
                  assertThat(line)
                      .contains("topic shop at kafka:9092", "since 2026-01-15T10:20:30Z"));
      assertThat(log.lines().get(2)).contains("answers again");
    }
  }

  @Test
  void looksThatAreDueAtOnceBehindAFailedOneAreSkipped() throws Exception {
    enumerate();
    look();
    failure = wrapped(new TimeoutException("away"));

    // as many as have fallen due while the client tried
    for (int i = 0; i < 6; i++) {
      look();
    }

    assertThat(asked).isEqualTo(2);
    nowMs += LONG;
    look();
    assertThat(asked).isEqualTo(3);
    assertThat(found).hasSize(1);
  }

  @Test
  void anotherEnumeratorBeginsWithAFirstLookAndCountsOn() throws Exception {
    enumerate();
    look();
    failure = wrapped(new TimeoutException("away"));
    look();

    looks.begin();
    new SplitContext<>(recording(), looks).callAsync(this::ask, this::take, 0, 10_000);

    assertThatThrownBy(() -> handlers.get(1).accept(calls.get(1).call(), null))
        .hasRootCauseMessage("away");
    assertThat(metrics.counts()).containsEntry("spillway.partition_looks_failed_total", 1L);
    assertThat(metrics.registeredTwice()).isEmpty();
  }

  @Test
  void aFailureOfACallFailsTheJob() {
    context.callAsync(() -> 1, this::take);

    assertThatThrownBy(() -> handlers.get(0).accept(null, new IllegalStateException("away")))
        .hasRootCauseMessage("away");
  }

  @Test
  void callsThatAreDueWhenTheEnumeratorEndsFailNothing() throws Exception {
    enumerate();
    context.callAsync(this::ask, this::take);
    failure = new IllegalStateException("the client is closing");

    context.end();

    look();
    handlers.get(1).accept("partitions", null);
    assertThat(found).isEmpty();
    assertThat(metrics.decisions()).isEmpty();
  }

  /** As the enumerator does that has found partitions: it asks where they begin. */
  private void begin(Object result, Throwable thrown) {
    take(result, thrown);
    context.callAsync(() -> "offsets", this::take);
  }

  @Test
  void readersAreToldOnceWhatWasFoundIsDealtOutAndNotBefore() throws Exception {
    readers = Set.of(0, 1);
    context.callAsync(this::ask, this::begin, 0, 10_000);
    look();
    assertThat(toldDealt).as("where they begin isn't known yet").isEmpty();

    handlers.get(1).accept("offsets", null);
    assertThat(toldDealt).containsExactlyInAnyOrder(0, 1);

    look();
    handlers.get(2).accept("offsets", null);
    assertThat(toldDealt).as("a later look").hasSize(2);
  }

  @Test
  void aLookThatFindsNothingNewTellsThemTooAndWhoComesLaterIsToldAtOnce() throws Exception {
    context.joined(0);
    assertThat(toldDealt).as("nothing has been looked for").isEmpty();
    readers = Set.of(0);
    enumerate();
    look();
    context.joined(1);
    assertThat(toldDealt).containsExactly(0, 1);
  }

  @Test
  void readersOfABoundedInputEndAndAreToldNothingElse() {
    readers = Set.of(0);
    context.callAsync(
        this::ask,
        (result, thrown) -> {
          take(result, thrown);
          context.signalNoMoreSplits(0);
        });
    handlers.get(0).accept("partitions", null);
    context.joined(1);
    assertThat(toldDealt).isEmpty();
  }
}
