package io.spillway.tools.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.FlinkMetric;
import io.spillway.metrics.KnownMetric;
import io.spillway.metrics.MetricCatalogue;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.run.FreePort;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a job with both sinks shows to Prometheus, through the reporter of a cluster for trying out.
 */
class MetricsITCase {
  private static final String LAG =
      "flink_taskmanager_job_task_operator_spillway_topic_lag_messages";

  private static final Duration LIMIT = Duration.ofSeconds(120);

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private Set<String> shown = Set.of();

  private String page(int port) throws Exception {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private Set<String> names(int port) throws Exception {
    Set<String> names = new TreeSet<>();
    page(port)
        .lines()
        .filter(line -> line.startsWith("flink_"))
        .forEach(line -> names.add(line.replaceFirst("[{ ].*", "")));
    return names;
  }

  private static Set<String> catalogued(boolean firstUseToo) {
    Set<String> names = new TreeSet<>();
    for (KnownMetric metric : MetricCatalogue.all()) {
      if (firstUseToo || metric.presence() == KnownMetric.Presence.ALWAYS) {
        names.add(metric.prometheus());
      }
      if (metric.type() == KnownMetric.Type.HISTOGRAM) {
        names.add(metric.prometheus() + "_count");
      }
    }
    return names;
  }

  @Test
  void aJobShowsEveryMetricOfTheCatalogueAndNoOtherOfItsOwn() throws Exception {
    SampleSettings settings = SampleSettings.standard(71).withDdls(true, 5).withReplays(0);
    Partitions.sample(settings, folder.resolve("in"));
    int port = FreePort.find();
    // nobody answers there, so the job waits and can be looked at
    int nobody = FreePort.find();
    String pipeline =
        """
        pipeline:
          name: shop
          parallelism: 2
          checkpoint-interval: 200 ms
          flink:
            metrics.reporter.prom.factory.class: \
        io.spillway.job.metrics.PrometheusAtHostFactory
            metrics.reporter.prom.port: "%d"
        sources: [{type: files, path: in}]
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        elasticsearch: {hosts: ['http://localhost:%d']}
        control: {type: files, path: control.yaml}
        """
            .formatted(port, nobody);
    Set<String> expected = catalogued(false);
    FlinkMetric.USED.forEach(metric -> expected.add(metric.prometheus()));

    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      Eventually.holds(
          LIMIT,
          () -> {
            job.requireRunning();
            shown = names(port);
            return shown.containsAll(expected);
          },
          () -> {
            Set<String> missing = new TreeSet<>(expected);
            missing.removeAll(shown);
            return "not shown: " + missing;
          });
    }

    Set<String> own = new TreeSet<>(shown);
    own.removeIf(name -> !name.contains("_spillway_"));
    assertThat(catalogued(true)).containsAll(own);
  }

  /** What the dashboard has of a topic's reading is Flink's; only a job that reads one shows it. */
  @Test
  void aJobOnKafkaShowsHowFarEachTopicIs() throws Exception {
    Partitions sample =
        Partitions.sample(SampleSettings.standard(72).withRows(200, 0), folder.resolve("made-up"));
    KafkaTopic topic = KafkaTopic.create(KafkaBroker.shared(), "watched", sample.count());
    sample.feed(topic);
    int port = FreePort.find();
    String pipeline =
        """
        pipeline:
          name: watched
          checkpoint-interval: 200 ms
          flink:
            metrics.reporter.prom.factory.class: io.spillway.job.metrics.PrometheusAtHostFactory
            metrics.reporter.prom.port: "%d"
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [watched]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        """
            .formatted(port, KafkaBroker.shared().address());
    Set<String> expected = new TreeSet<>();
    FlinkMetric.OF_KAFKA.forEach(metric -> expected.add(metric.prometheus()));
    expected.add(LAG);

    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      Eventually.holds(
          LIMIT,
          () -> {
            job.requireRunning();
            shown = names(port);
            return shown.containsAll(expected);
          },
          () -> "not all of " + expected + " in " + shown);
      assertThat(page(port))
          .containsPattern("topic_partition_currentOffset\\{[^}]*topic=\"watched\"")
          .containsPattern(LAG + "\\{[^}]*topic=\"watched\"");
    }
  }
}
