package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.policy.JobMatrix;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.common.metrics.JmxReporter;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class KafkaInputTest {
  private static Source<?, ?, ?> source(Properties properties) {
    return new KafkaInput(
            "b:9092", "g", properties, (times, earlier) -> null, "shop", JobMatrix.DEFAULT)
        .topics(List.of("t"))
        .build();
  }

  private static void reads(Source<?, ?, ?> source, String isolation) {
    assertThat(source)
        .extracting("source.props", InstanceOfAssertFactories.type(Properties.class))
        .satisfies(
            client -> assertThat(client.getProperty("isolation.level")).isEqualTo(isolation));
  }

  @Test
  void abortedTransactionsAreNotReadUnlessSomebodyAsksForThem() {
    reads(source(new Properties()), "read_committed");
    Properties asked = new Properties();
    asked.setProperty("isolation.level", "read_uncommitted");
    reads(source(asked), "read_uncommitted");
  }

  /** Each task has a copy, in which the client's reporter and the reader must find one object. */
  @Test
  void aCopyOfTheSourceMeasuresWhatItsOwnClientReads() throws Exception {
    Source<?, ?, ?> copy = InstantiationUtil.clone(source(new Properties()));
    Properties client = of(copy, "source.props", Properties.class);
    assertThat(client.get(TopicLags.PROPERTY)).isSameAs(of(copy, "readerMetrics", TopicLags.class));
  }

  @Test
  void reportersThatSomebodyAsksForStay() {
    Properties asked = new Properties();
    asked.setProperty("metric.reporters", "com.example.Own");
    assertThat(of(source(asked), "source.props", Properties.class).getProperty("metric.reporters"))
        .isEqualTo("com.example.Own," + TopicLagReporter.class.getName());
    assertThat(
            of(source(new Properties()), "source.props", Properties.class)
                .getProperty("metric.reporters"))
        .isEqualTo(JmxReporter.class.getName() + "," + TopicLagReporter.class.getName());
  }

  private static <T> T of(Source<?, ?, ?> source, String field, Class<T> type) {
    return assertThat(source).extracting(field, InstanceOfAssertFactories.type(type)).actual();
  }
}
