package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.policy.JobMatrix;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
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
}
