package io.spillway.tools.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.logging.LogFile;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.testing.KafkaTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs to a topic, as the marked lines of {@code flink-conf/log4j.properties} switch them on. */
class KafkaLogITCase {
  private static final int LINES = 500;

  @TempDir Path folder;

  @Test
  void everyLineIsInTheTopicAsInTheFile() throws Exception {
    List<String> inTopic = new ArrayList<>();
    List<String> inFile = new ArrayList<>();
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "spillway-logs", 1);
    LogFile log =
        new LogFile(
            folder,
            "#kafka# ",
            "",
            "${env:SPILLWAY_LOG_BROKERS:-localhost:9092}",
            broker.address());
    for (int i = 0; i < LINES; i++) {
      log.context().getLogger("io.spillway.Test").info("line {} password=x{}", i, i);
    }
    for (JsonNode line : log.lines()) {
      inFile.add(line.get("message").asText());
    }
    for (byte[] line : topic.committed()) {
      inTopic.add(new ObjectMapper().readTree(line).get("message").asText());
    }
    assertThat(inFile).hasSize(LINES).contains("line 7 password=***");
    assertThat(inTopic).isEqualTo(inFile);
  }
}
