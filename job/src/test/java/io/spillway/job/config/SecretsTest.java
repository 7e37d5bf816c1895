package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.control.InvalidSettingsException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  private static final String SEARCH =
      """
      pipeline: {name: shop}
      sources: [{type: files, path: in}]
      storage: {path: out}
      elasticsearch:
        hosts: ['https://search:9200']
        user: me
        password: %s
      """;

  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  private String password(String value) {
    return pipelines.load(SEARCH.formatted(value)).elasticsearch().orElseThrow().password().value();
  }

  @Test
  void aSecretComesFromAFileWithoutItsLineBreak() throws Exception {
    Files.writeString(folder.resolve("es"), "hunter2 0815\n");
    Files.writeString(folder.resolve("windows"), "a$1\\b\r\n");

    assertThat(password("'${file:" + folder.resolve("es") + "}'")).isEqualTo("hunter2 0815");
    assertThat(password("${file:es}")).isEqualTo("hunter2 0815");
    assertThat(password("${file:windows}")).isEqualTo("a$1\\b");
    assertThat(password("x-${file:es}-${SECRET_KEY}")).isEqualTo("x-hunter2 0815-s3cret");
  }

  @Test
  void aFileThatHasNoSecretIsAFaultThatShowsNothingOfIt() throws Exception {
    Files.writeString(folder.resolve("empty"), "\n");
    Files.writeString(folder.resolve("large"), "hush".repeat(References.LONGEST_FILE));

    assertThat(pipelines.faults(SEARCH.formatted("${file:none}")))
        .containsExactly("7: elasticsearch.password: file none can't be read (NoSuchFile)");
    assertThat(pipelines.faults(SEARCH.formatted("${file:empty}")))
        .containsExactly("7: elasticsearch.password: file empty is empty");
    assertThat(pipelines.faults(SEARCH.formatted("${file:large}")))
        .singleElement()
        .asString()
        .contains("file large can't be read")
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "'1'", "ab", "${file:short}"})
  void aSecretOfOneOrTwoCharactersIsRefusedWithoutShowingIt(String value) throws Exception {
    Files.writeString(folder.resolve("short"), "ab\n");

    assertThat(pipelines.faults(SEARCH.formatted(value)))
        .containsExactly(
            "7: elasticsearch.password: is a secret of fewer than 3 characters: nobody could keep"
                + " it out of a text without keeping out the text");
  }

  @Test
  void settingsAboutSecretsMayBeShort() {
    String flink = "security.delegation.tokens.enabled: false\n    s3.secret-key: abc";
    assertThat(
            pipelines.faults(
                SEARCH
                    .formatted("abc")
                    .replace("{name: shop}", "\n  name: shop\n  flink:\n    " + flink)))
        .isEmpty();
  }

  @Test
  void settingsThatComeInOverATopicReadNoFile() throws Exception {
    Files.writeString(folder.resolve("flag"), "7\n");
    ControlReader reader = new ControlReader(pipelines.load(SEARCH.formatted("abc")));
    byte[] settings =
        ("version: ${file:" + folder.resolve("flag") + "}\n").getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> reader.parse(settings))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("files are read for values of a pipeline file only");
  }

  /** The way to keep a Kafka password out of the job graph: it is read where the client is made. */
  @Test
  void whatKafkasOwnProvidersReadIsLeftToThem() throws Exception {
    Files.writeString(folder.resolve("kafka.properties"), "password=hunter2\n");
    String reference = "${file:" + folder.resolve("kafka.properties") + ":password}";
    PipelineConfig config =
        pipelines.load(
            Pipelines.withSource(
                "type: kafka",
                "bootstrap-servers: localhost:9092",
                "topics: [a]",
                "properties:",
                "  config.providers: file",
                "  config.providers.file.class:"
                    + " org.apache.kafka.common.config.provider.FileConfigProvider",
                "  ssl.truststore.password: '" + reference + "'"));
    SourceConfig.KafkaSource source = (SourceConfig.KafkaSource) config.sources().get(0);
    assertThat(source.connection().properties().values().values())
        .contains(reference)
        .doesNotContain("hunter2");

    Properties client = new Properties();
    client.putAll(source.connection().properties().values());
    client.put("bootstrap.servers", List.of("localhost:9092"));
    String deserializer = "org.apache.kafka.common.serialization.ByteArrayDeserializer";
    client.put("key.deserializer", deserializer);
    client.put("value.deserializer", deserializer);
    assertThat(new ConsumerConfig(client).getPassword("ssl.truststore.password").value())
        .isEqualTo("hunter2");
  }
}
