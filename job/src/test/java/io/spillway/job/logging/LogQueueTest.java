package io.spillway.job.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.LogGauges;
import io.spillway.metrics.MetricNames;
import io.spillway.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queue of {@code flink-conf/log4j.properties}, and what the job's metrics see of it. */
class LogQueueTest {
  private static final int QUEUE = 100;

  @TempDir Path folder;

  private static Map<String, Gauge<?>> metrics(Object logging) {
    Map<String, Gauge<?>> gauges = new HashMap<>();
    LogGauges.register(
        new UnregisteredMetricsGroup() {
          @Override
          public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            gauges.put(name, gauge);
            return gauge;
          }
        },
        () -> logging);
    return gauges;
  }

  @Test
  void whoeverLogsNeverWaitsAndWhatIsTooMuchIsCounted() throws Exception {
    LogFile file = new LogFile(folder, "bufferSize = 20000", "bufferSize = " + QUEUE);
    LoggerContext context = file.context();
    Logger log = context.getLogger("io.spillway.Test");
    Map<String, Gauge<?>> metrics = metrics(context);
    AsyncAppender queue = context.getConfiguration().getAppender("queue");
    RollingFileAppender output = context.getConfiguration().getAppender("main");

    synchronized (output.getManager()) {
      log.error("line 0");
      Eventually.within(Duration.ofSeconds(60), () -> queue.getQueueSize() == 0);
      for (int i = 1; i <= QUEUE + 30; i++) {
        log.error("line {}", i);
      }
      assertThat(metrics.get(MetricNames.LOG_DROPPED).getValue()).isEqualTo(30L);
      assertThat(metrics.get(MetricNames.LOG_QUEUE_LAG).getValue()).isEqualTo((long) QUEUE);
    }

    Eventually.within(
        Duration.ofSeconds(60),
        () -> metrics.get(MetricNames.LOG_EMITS).getValue().equals(QUEUE + 1L));
    assertThat(metrics.get(MetricNames.LOG_EMITS).getValue()).isEqualTo(QUEUE + 1L);
    assertThat(metrics.get(MetricNames.LOG_QUEUE_LAG).getValue()).isEqualTo(0L);
    assertThat(file.lines())
        .hasSize(QUEUE + 1)
        .last()
        .satisfies(line -> assertThat(line.get("message").asText()).isEqualTo("line " + QUEUE));
  }

  @Test
  void anotherLoggingLibraryShowsZero() {
    assertThat(metrics("no Log4j").values()).allMatch(gauge -> gauge.getValue().equals(0L));
  }
}
