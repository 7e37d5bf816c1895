package io.spillway.job.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.LogGauges;
import io.spillway.metrics.MetricNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedQueueAppenderTest {
  private static final int QUEUE = 100;
  private static final long LIMIT_SECONDS = 60;

  /** Keeps what it gets, from when it is let. */
  private static final class Gate extends AbstractAppender {
    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<Integer> batchEnds = new CopyOnWriteArrayList<>();

    Gate() {
      super("gate", null, null, true, Property.EMPTY_ARRAY);
      start();
    }

    @Override
    public void append(LogEvent event) {
      reached.countDown();
      try {
        if (!open.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      messages.add(event.getMessage().getFormattedMessage());
      if (event.isEndOfBatch()) {
        batchEnds.add(messages.size());
      }
    }
  }

  private final Gate gate = new Gate();
  private BoundedQueueAppender queue;

  @BeforeEach
  void start() {
    Configuration configuration = new DefaultConfiguration();
    configuration.addAppender(gate);
    AppenderRef[] references = {AppenderRef.createAppenderRef("gate", Level.INFO, null)};
    queue = BoundedQueueAppender.create("test", QUEUE, 10, null, references, configuration);
    queue.start();
  }

  @AfterEach
  void stop() {
    gate.open.countDown();
    queue.stop(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  private static LogEvent event(Level level, String message) {
    return Log4jLogEvent.newBuilder()
        .setLoggerName("io.spillway.Test")
        .setLevel(level)
        .setMessage(new SimpleMessage(message))
        .build();
  }

  private static Map<String, Gauge<?>> metrics() {
    Map<String, Gauge<?>> gauges = new HashMap<>();
    LogGauges.register(
        new UnregisteredMetricsGroup() {
          @Override
          public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            gauges.put(name, gauge);
            return gauge;
          }
        });
    return gauges;
  }

  private void logOne() throws InterruptedException {
    queue.append(event(Level.INFO, "0"));
    assertThat(gate.reached.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whoeverLogsNeverWaitsAndWhatIsTooMuchIsCounted() throws Exception {
    logOne();
    for (int i = 1; i <= QUEUE + 30; i++) {
      queue.append(event(Level.INFO, Integer.toString(i)));
    }
    assertThat(queue.getDropped()).isEqualTo(30);
    assertThat(queue.getQueueLag()).isEqualTo(QUEUE);
    assertThat(queue.getEmits()).isZero();
    Map<String, Gauge<?>> metrics = metrics();
    assertThat(metrics.get(MetricNames.LOG_DROPPED).getValue()).isEqualTo(30L);
    assertThat(metrics.get(MetricNames.LOG_QUEUE_LAG).getValue()).isEqualTo((long) QUEUE);

    gate.open.countDown();
    queue.stop(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(gate.messages).hasSize(QUEUE + 1).startsWith("0", "1", "2").endsWith("" + QUEUE);
    assertThat(queue.getEmits()).isEqualTo(QUEUE + 1);
    assertThat(queue.getQueueLag()).isZero();
  }

  @Test
  void appendersFlushOnceABatch() throws Exception {
    logOne();
    for (int i = 1; i <= 25; i++) {
      queue.append(event(Level.INFO, Integer.toString(i)));
    }
    gate.open.countDown();
    queue.stop(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(gate.batchEnds).containsExactly(1, 11, 21, 26);
    assertThat(queue.getBatchSize()).isEqualTo(5);
  }

  @Test
  void anOutputsLevelIsKept() {
    gate.open.countDown();
    queue.append(event(Level.DEBUG, "quiet"));
    queue.append(event(Level.WARN, "loud"));
    queue.stop(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(gate.messages).containsExactly("loud");
  }

  @Test
  void aStoppedQueueTakesNothingAndIsNotInTheMetrics() {
    gate.open.countDown();
    queue.stop(LIMIT_SECONDS, TimeUnit.SECONDS);
    queue.append(event(Level.INFO, "late"));
    assertThat(queue.getDropped()).isEqualTo(1);
    assertThat(metrics().get(MetricNames.LOG_DROPPED).getValue()).isEqualTo(0L);
  }

  @Test
  void aQueueWithoutOutputsIsRefused() {
    assertThat(
            BoundedQueueAppender.create(
                "x", 1, 1, null, new AppenderRef[0], new DefaultConfiguration()))
        .isNull();
  }
}
