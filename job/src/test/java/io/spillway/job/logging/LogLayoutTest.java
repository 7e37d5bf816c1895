package io.spillway.job.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.log.LogScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.logging.log4j.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

/** The lines that {@code flink-conf} gives. */
class LogLayoutTest {
  @TempDir Path folder;

  @AfterEach
  void forgetTheNode() {
    MDC.clear();
  }

  private static MetricGroup metrics() {
    return new UnregisteredMetricsGroup() {
      @Override
      public java.util.Map<String, String> getAllVariables() {
        return java.util.Map.of("<tm_id>", "taskmanager-1", "<subtask_index>", "3");
      }
    };
  }

  @Test
  void aLineHasTheStandardFields() throws Exception {
    LogFile log = new LogFile(folder);
    LogScope.node(metrics().getAllVariables());
    try (LogScope scope =
        LogScope.of("row", "decode")
            .errorKind("MALFORMED")
            .task("shop.orders")
            .trace("0af7651916cd43dd8448eb211c80319c")
            .at(new SourcePosition(new SourcePartition("shop", 2), 4711, -1))
            .policy("dead-letter", "not JSON")
            .retries(4)) {
      log.context().getLogger("io.spillway.decode.Test").warn("message {} is bad", 7);
    }
    log.context().getLogger("io.spillway.Other").info("afterwards");

    List<JsonNode> lines = log.lines();

    assertThat(lines).hasSize(2);
    JsonNode line = lines.get(0);
    assertThat(line.get("time").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(line.get("level").asText()).isEqualTo("WARN");
    assertThat(line.get("module").asText()).isEqualTo("io.spillway.decode.Test");
    assertThat(line.get("message").asText()).isEqualTo("message 7 is bad");
    assertThat(line.get("event_type").asText()).isEqualTo("row");
    assertThat(line.get("phase").asText()).isEqualTo("decode");
    assertThat(line.get("error_kind").asText()).isEqualTo("MALFORMED");
    assertThat(line.get("trace_id").asText()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(line.get("task_id").asText()).isEqualTo("shop.orders");
    assertThat(line.get("node_id").asText()).isEqualTo("taskmanager-1/3");
    assertThat(line.at("/source/topic").asText()).isEqualTo("shop");
    assertThat(line.at("/source/partition").asText()).isEqualTo("2");
    assertThat(line.at("/source/offset").asText()).isEqualTo("4711");
    assertThat(line.at("/policy/action").asText()).isEqualTo("dead-letter");
    assertThat(line.at("/policy/reason").asText()).isEqualTo("not JSON");
    assertThat(line.at("/retry/count").asText()).isEqualTo("4");
    assertThat(lines.get(1).path("event_type").asText("")).isEmpty();
    assertThat(lines.get(1).get("node_id").asText()).isEqualTo("taskmanager-1/3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=SECRET1",
        "sasl.password = 'SECRET1 x'",
        "{\"password\":\"SECRET1\", \"user\":\"me\"}",
        "s3.secret-key: SECRET1",
        "s3.access-key: SECRET1",
        "org.apache.kafka...ScramLoginModule required username=\"me\" password=\"SECRET1\";",
        "sasl.jaas.config=SECRET1",
        "headers: [Authorization: Basic SECRET1]",
        "Authorization=ApiKey SECRET1==",
        "api_key=SECRET1, more",
        "cannot reach https://elastic:SECRET1@host:9200/_bulk",
        "AWS_SESSION_TOKEN=SECRET1",
      })
  void secretsNeverAppearInMessagesAndExceptions(String text) throws Exception {
    LogFile log = new LogFile(folder);
    Logger logger = log.context().getLogger("io.spillway.Test");
    logger.warn("tried {} and failed", text);
    logger.error("failed", new IllegalStateException("outer", new Exception(text)));

    List<JsonNode> lines = log.lines();

    assertThat(lines).hasSize(2);
    assertThat(Files.readString(log.path())).doesNotContain("SECRET1").contains("***");
    assertThat(lines.get(0).get("message").asText()).startsWith("tried ").endsWith(" and failed");
    assertThat(lines.get(1).get("exception").asText())
        .contains("IllegalStateException: outer", "Caused by", "LogLayoutTest");
  }

  @Test
  void proseAboutSecretsStaysReadable() throws Exception {
    LogFile log = new LogFile(folder);
    String prose =
        "the password is wrong, tokens expire; see https://host:9200/docs (basic settings)";
    log.context().getLogger("io.spillway.Test").info(prose);
    assertThat(log.lines().get(0).get("message").asText()).isEqualTo(prose);
  }

  @Test
  void traceLinesAreSampledByRatioAndWarningsAreNot() throws Exception {
    LogFile log = new LogFile(folder, "${env:SPILLWAY_TRACE_RATIO:-1}", "0.25");
    Logger logger = log.context().getLogger("io.spillway.Test");
    for (int i = 0; i < 400; i++) {
      String trace = "%024x%08x".formatted(i, i * 0x9E3779B9);
      try (LogScope scope = LogScope.of("row", "decode").trace(trace)) {
        logger.info("first");
        logger.info("second");
        logger.warn("third");
      }
    }
    logger.info("no trace");

    List<String> messages = new ArrayList<>();
    List<String> traces = new ArrayList<>();
    for (JsonNode line : log.lines()) {
      messages.add(line.get("message").asText());
      if (line.get("message").asText().equals("first")) {
        traces.add(line.get("trace_id").asText());
      }
    }
    assertThat(messages).filteredOn("third"::equals).hasSize(400);
    assertThat(messages).filteredOn("first"::equals).hasSizeBetween(80, 120);
    assertThat(messages)
        .filteredOn("second"::equals)
        .as("all lines of a trace or none")
        .hasSameSizeAs(traces);
    assertThat(messages).endsWith("no trace");
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "a", "kafka", "zz", "output", "q"})
  void whatIsQueuedIsWrittenBeforeTheOutputsStopWhateverTheirNames(String name) throws Exception {
    LogFile log =
        new LogFile(
            folder, "ref = main", "ref = " + name, "main.name = main", "main.name = " + name);
    Logger logger = log.context().getLogger("io.spillway.Test");
    for (int i = 0; i < 5000; i++) {
      logger.info("line {}", i);
    }
    assertThat(log.lines()).hasSize(5000);
  }

  @Test
  void outputsAreSwitchedByLevel() throws Exception {
    LogFile log = new LogFile(folder, "${env:SPILLWAY_LOG_FILE:-info}", "error");
    Logger logger = log.context().getLogger("io.spillway.Test");
    logger.warn("not for the file");
    logger.error("for the file");
    assertThat(log.lines())
        .extracting(line -> line.get("message").asText())
        .containsExactly("for the file");
  }
}
