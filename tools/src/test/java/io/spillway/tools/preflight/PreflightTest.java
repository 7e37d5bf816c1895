package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.KafkaConnection;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
  @TempDir Path folder;

  @Test
  void everyPlaceOfThePipelineIsLookedAt() throws IOException, InvalidPipelineException {
    Files.createFile(folder.resolve("file"));
    PipelineConfig config =
        load(
            """
            pipeline: {name: shop, checkpoint-dir: file/a}
            sources:
              - {type: files, path: none}
              - {type: kafka, bootstrap-servers: 'a:1', topics: [shop]}
              - {type: kafka, bootstrap-servers: 'a:1', topic-pattern: x.*}
            storage: {path: file/b}
            cursor: {events: {type: kafka, topic: events}}
            errors: {dead-letters: {path: file/c}}
            control: {type: kafka, topic: settings}
            """);

    assertThat(Preflight.check(config, cluster("other")))
        .extracting(Finding::path)
        .containsExactly(
            "pipeline.checkpoint-dir",
            "sources[0].path",
            "sources[1].topics",
            "sources[2].topic-pattern",
            "storage.path",
            "cursor.events.topic",
            "errors.dead-letters.path",
            "control.topic");
  }

  @Test
  void unusableOutputIsNotToldAgainForTheFoldersInIt()
      throws IOException, InvalidPipelineException {
    Files.createFile(folder.resolve("file"));
    PipelineConfig config =
        load(
            """
            pipeline: {name: shop}
            sources: [{type: kafka, bootstrap-servers: 'a:1', topics: [shop]}]
            storage: {path: file}
            """);

    assertThat(Preflight.check(config, cluster("shop")))
        .extracting(Finding::path)
        .containsExactly("storage.path");
  }

  @Test
  void pipelineThatFindsEverythingHasNoFindings() throws IOException, InvalidPipelineException {
    Files.createFile(Files.createDirectory(folder.resolve("in")).resolve("shop-0.ndjson"));
    PipelineConfig config =
        load(
            """
            pipeline: {name: shop}
            sources:
              - {type: files, path: in}
              - {type: kafka, bootstrap-servers: 'a:1', topics: [shop]}
            storage: {path: out}
            """);

    assertThat(Preflight.check(config, cluster("shop"))).isEmpty();
  }

  @Test
  void currentValuesNeedATopicThatKeepsThem() throws IOException, InvalidPipelineException {
    PipelineConfig config =
        load(
            """
            pipeline: {name: shop}
            sources: [{type: kafka, bootstrap-servers: 'a:1', topics: [values]}]
            storage: {path: out}
            cursor: {values: {type: kafka, topic: values}}
            """);

    assertThat(Preflight.check(config, cluster("values")))
        .extracting(Finding::toString)
        .containsExactly(
            "cursor.values.topic: topic values has cleanup.policy=delete, which removes values;"
                + " it needs compact alone");
    assertThat(Preflight.check(config, new KafkaProbe(new OneTopic("values", "compact"), () -> 0)))
        .isEmpty();
  }

  @Test
  void settingsInATopicThatForgetsThemAreAWarning() throws IOException, InvalidPipelineException {
    PipelineConfig config =
        load(
            """
            pipeline: {name: shop}
            sources: [{type: kafka, bootstrap-servers: 'a:1', topics: [settings]}]
            storage: {path: out}
            control: {type: kafka, topic: settings}
            """);

    assertThat(Preflight.check(config, cluster("settings")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.isWarning()).isTrue())
        .asString()
        .startsWith("warning: control.topic: topic settings has cleanup.policy=delete");
  }

  @Test
  void lettersMustFitIntoTheirTopic() throws IOException, InvalidPipelineException {
    String pipeline =
        """
        pipeline: {name: shop}
        sources: [{type: kafka, bootstrap-servers: 'a:1', topics: [dead]}]
        storage: {path: out}
        errors: {dead-letters: {type: kafka, topic: dead%s}}
        """;
    assertThat(Preflight.check(load(pipeline.formatted("")), cluster("dead"))).isEmpty();
    assertThat(Preflight.check(load(pipeline.formatted(", max-bytes: 2 mb")), cluster("dead")))
        .extracting(Finding::path)
        .containsExactly("errors.dead-letters.max-bytes");
  }

  private PipelineConfig load(String yaml) throws IOException, InvalidPipelineException {
    return PipelineLoader.load(Files.writeString(folder.resolve("pipeline.yaml"), yaml), Map.of());
  }

  private static KafkaProbe cluster(String topic) {
    return new KafkaProbe(new OneTopic(topic, "delete"), () -> 0);
  }

  /** With the broker's limit of a record. */
  private record OneTopic(String topic, String policy) implements TopicListing {
    @Override
    public Set<String> topics(KafkaConnection connection, Duration timeout) {
      return Set.of(topic);
    }

    @Override
    public Setting setting(
        KafkaConnection connection, String name, String setting, Duration timeout) {
      return setting.equals("cleanup.policy")
          ? new Setting(policy, true)
          : new Setting("1048588", false);
    }

    @Override
    public String brokerSetting(KafkaConnection connection, String name, Duration timeout) {
      return "900000";
    }

    @Override
    public int partitions(KafkaConnection connection, String name, Duration timeout) {
      return 1;
    }

    @Override
    public List<Right> refused(KafkaConnection connection, List<Right> needed, Duration timeout) {
      return List.of();
    }
  }
}
