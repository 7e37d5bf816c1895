package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.BulkStub;
import io.spillway.testing.ControlRecords;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.BalanceWatch;
import io.spillway.tools.testing.ControlWatch;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running job obeys its control settings, in a file and in a topic. */
class ControlITCase {
  private static final int CHANGES = Integer.getInteger("spillway.control.changes", 25);
  private static final int SUBTASKS = 2;

  /** Longest that a change may take; the usual case is far below. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Settings of this age count as stale. */
  private static final long STALE_MS = 1_500;

  private static final Map<String, String> COMPACT = Map.of("cleanup.policy", "compact");

  private static KafkaBroker broker;

  @TempDir Path folder;
  private int version;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  /** Where a test puts settings. */
  private interface Place {
    void put(String settings) throws Exception;
  }

  private Partitions feed(String topic, int rows) throws Exception {
    Partitions sample =
        Partitions.sample(
            SampleSettings.standard(71).withDdls(false, 0).withPartitions(2).withRows(rows, 0),
            folder.resolve("sample"));
    sample.feed(KafkaTopic.create(broker, topic, sample.count()));
    return sample;
  }

  @Test
  void drainNowWritesWhatWouldHaveWaitedForTenMinutes() throws Exception {
    Partitions sample = feed("controlled", 1_000);
    change(this::rename, "");
    Path output = folder.resolve("out");
    try (RunningJob job = RunningJob.start(folder, pipeline("controlled", "path: control.yaml"))) {
      job.awaitCheckpoints(3);
      assertThat(Delivered.rows(output, sample.sent())).isZero();
      // what is drained is what has come by then, so it is asked for until all has come
      Eventually.holds(
          LIMIT,
          () -> {
            change(this::rename, "  drain: '*'\n");
            return Delivered.rows(output, sample.sent()) >= sample.sent().rows().size();
          },
          () -> "not everything is drained after version " + version);
      job.awaitCheckpointTs(output, sample.sent().last());
    }
    assertThat(Delivered.faults(output, sample.sent(), sample.sent().last())).isEmpty();
  }

  /** Storage has all rows while the search sink has none: so they had come, and waited. */
  @Test
  void aPausedSearchSinkKeepsItsRowsAndGoesOnWhenItIsResumed() throws Exception {
    Partitions sample =
        Partitions.sample(
            SampleSettings.standard(73).withDdls(false, 0).withPartitions(2).withRows(1_000, 0),
            folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "paused", sample.count());
    change(this::rename, "  pause-sinks: [search]\n");
    Path output = folder.resolve("out");
    try (BulkStub engine = new BulkStub();
        RunningJob job = RunningJob.start(folder, searching(engine.url()))) {
      Eventually.holds(
          Duration.ofSeconds(90),
          () -> BalanceWatch.pausedWriters() == 2,
          () -> BalanceWatch.pausedWriters() + " of 2 writers are paused");
      sample.feed(topic);
      int rows = sample.sent().rows().size();
      job.awaitRows(output, sample.sent());
      job.awaitCheckpoints(2);
      assertThat(engine.requests()).isZero();
      change(this::rename, "  bulk: {max-concurrency: 1}\n");
      Eventually.holds(
          Duration.ofSeconds(90),
          () -> engine.documents() >= rows,
          () -> engine.documents() + " of " + rows + " are there");
      assertThat(BalanceWatch.pausedWriters()).isZero();
    }
  }

  private static String searching(String engine) {
    return """
        pipeline: {name: paused, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [paused]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
        elasticsearch: {hosts: ['%s'], compression: none}
        control: {path: control.yaml, refresh: 1 s}
        """
        .formatted(broker.address(), engine);
  }

  @Test
  void eachChangeOfTheFileCountsInEverySubtaskSoon() throws Exception {
    feed("by-file", 1_000);
    change(this::rename, "");
    try (RunningJob job = RunningJob.start(folder, pipeline("by-file", "path: control.yaml"))) {
      awaitEverywhere(job, 1);
      changeAndMeasure(job, "file", this::rename);
    }
  }

  @Test
  void eachChangeOfTheTopicCountsInEverySubtaskSoonAndNothingElseDoes() throws Exception {
    Partitions sample = feed("by-topic", 1_000);
    KafkaTopic.create(broker, "settings", 1, COMPACT);
    try (ControlRecords records = new ControlRecords(broker, "settings")) {
      Place topic = text -> records.put("by-topic", text);
      // the newest alone is a snapshot
      change(topic, "  pause: gone\n");
      change(topic, "");
      records.put("another", "not for this pipeline");
      String control = "type: kafka, topic: settings, max-staleness: " + STALE_MS + " ms";
      try (RunningJob job = RunningJob.start(folder, pipeline("by-topic", control))) {
        awaitEverywhere(job, 1);
        assertThat(ControlWatch.version()).isEqualTo(version);
        records.put("by-topic", "poison: [");
        records.put("by-topic", text(1, "  drain: '*'\n"));
        records.put("by-topic", null);
        changeAndMeasure(job, "topic", topic);

        broker.kill();
        awaitStaleness(job, age -> age > STALE_MS);
        broker.start();
        topic.put(line(++version));
        awaitEverywhere(job, CHANGES + 2);
        awaitStaleness(job, age -> age < STALE_MS);
        records.put("by-topic", null);
        awaitStaleness(job, age -> age > STALE_MS);
        assertThat(ControlWatch.version()).isEqualTo(version);
        assertThat(ControlWatch.changes()).containsOnly(CHANGES + 2L);
        assertThat(Delivered.rows(folder.resolve("out"), sample.sent())).isZero();
      }
    }
  }

  @Test
  void validateLooksAtTheTopicOfTheSettings() throws Exception {
    KafkaTopic.create(broker, "looked-at", 1);
    KafkaTopic.create(broker, "kept", 1, COMPACT);
    KafkaTopic.create(broker, "split", 2, COMPACT);
    assertThat(validate("kept").err()).isEmpty();
    CommandRun deleting = validate("looked-at");
    assertThat(deleting.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(deleting.err()).contains("warning: control.topic: topic looked-at has cleanup");
    CommandRun split = validate("split");
    assertThat(split.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(split.err()).contains("control.topic: topic split has 2 partitions");
    assertThat(validate("nowhere").err()).contains("topic nowhere does not exist");
  }

  private CommandRun validate(String topic) throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("looked-at", "type: kafka, topic: " + topic));
    return CommandRun.of("validate", file.toString());
  }

  /** What counts goes on counting, and the job goes on. */
  private void awaitStaleness(RunningJob job, LongPredicate wanted) throws Exception {
    Eventually.holds(
        LIMIT,
        () -> {
          job.requireRunning();
          return wanted.test(ControlWatch.stalenessMs());
        },
        () -> "staleness is " + ControlWatch.stalenessMs() + " ms");
    assertThat(ControlWatch.version()).isEqualTo(version);
  }

  /** One change after the other, each as soon as the one before counts in every subtask. */
  private void changeAndMeasure(RunningJob job, String name, Place place) throws Exception {
    List<Long> seenMs = new ArrayList<>();
    long before = ControlWatch.changes().get(0);
    for (int i = 1; i <= CHANGES; i++) {
      long start = System.nanoTime();
      change(place, "  pause: shop\n");
      awaitEverywhere(job, before + i);
      seenMs.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
    assertThat(ControlWatch.version()).isEqualTo(version);
    List<Long> countedMs = ControlWatch.propagationMs((int) before);
    System.out.println("settings in a " + name + ", ms until seen: " + figures(seenMs));
    System.out.println("settings in a " + name + ", ms by the metric: " + figures(countedMs));
    assertThat(countedMs).hasSize(CHANGES * SUBTASKS);
    assertThat(share(countedMs, 1))
        .as("longest by the metric")
        .isLessThanOrEqualTo(LONGEST.toMillis());
    assertThat(share(seenMs, 1)).as("longest, ms").isLessThanOrEqualTo(LONGEST.toMillis());
    assertThat(share(seenMs, 0.95)).as("P95, ms").isLessThanOrEqualTo(LONGEST.toMillis() / 2);
  }

  private static String figures(List<Long> ms) {
    return "P50 %d, P95 %d, max %d of %d"
        .formatted(share(ms, 0.5), share(ms, 0.95), share(ms, 1), ms.size());
  }

  private static long share(List<Long> ms, double share) {
    List<Long> sorted = ms.stream().sorted().toList();
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  /** Until so many changes have come to count in each subtask, and no more than that in any. */
  private static void awaitEverywhere(RunningJob job, long changes) throws Exception {
    List<Long> all = List.of(changes, changes);
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!ControlWatch.changes().equals(all)) {
      job.requireRunning();
      List<Long> now = ControlWatch.changes();
      assertThat(now).allMatch(count -> count <= changes);
      assertThat(System.nanoTime()).as("%s of %s", now, all).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  private void change(Place place, String settings) throws Exception {
    place.put(text(++version, settings));
  }

  private static String text(int version, String settings) {
    return "version: "
        + version
        + "\ntimestamp: 2026-01-15T10:00:00Z\nsettings:"
        + (settings.isEmpty() ? " {}\n" : "\n" + settings);
  }

  /** As it is typed into a console. */
  private static String line(int version) {
    return "{version: %d, timestamp: 2026-01-15T10:00:00Z, settings: {pause: [shop, a.b]}}"
        .formatted(version);
  }

  /** As a person should: under another name first. */
  private void rename(String text) throws Exception {
    Path written = Files.writeString(folder.resolve("next.yaml"), text);
    Files.move(written, folder.resolve("control.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static String pipeline(String name, String control) {
    return """
        pipeline:
          name: %1$s
          parallelism: 2
          checkpoint-interval: 300 ms
          flink: {%4$s}
        sources: [{type: kafka, bootstrap-servers: '%2$s', topics: [%1$s]}]
        storage: {path: out, file-size: 64 mb, flush-interval: 10 min}
        control: {%3$s, refresh: 1 s}
        """
        .formatted(name, broker.address(), control, ControlWatch.OPTION);
  }
}
