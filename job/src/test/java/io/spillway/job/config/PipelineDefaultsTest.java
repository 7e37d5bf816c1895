package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.Compression;
import io.spillway.job.config.BulkConfig.Guardrails;
import io.spillway.job.config.BulkConfig.LatencyLimits;
import io.spillway.job.config.BulkConfig.RateLimits;
import io.spillway.job.config.ElasticsearchConfig.Tls;
import io.spillway.job.config.ErrorsConfig.LostTransactions;
import io.spillway.job.config.PipelineConfig.DispatcherBy;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.Reading;
import io.spillway.job.config.StorageConfig.DateSeparator;
import io.spillway.search.NewIndices;
import io.spillway.search.OnDdl;
import io.spillway.search.WriterConfig.AtEnd;
import io.spillway.search.bulk.UnknownPolicy;
import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.DocumentConfig.Naming;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.ValuePolicy;
import io.spillway.tables.TableRules;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineDefaultsTest {
  private static final long KB = 1024;
  private static final long MB = 1024 * KB;

  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  @Test
  void minimalFileHasEveryDefault() throws IOException, InvalidPipelineException {
    Path file = pipelines.write(Pipelines.resource("minimal-pipeline.yaml"));

    PipelineConfig config = PipelineLoader.load(file, Map.of());

    assertThat(config)
        .isEqualTo(
            new PipelineConfig(
                new PipelineSection(
                    "shop",
                    OptionalInt.empty(),
                    Duration.ofSeconds(10),
                    Optional.empty(),
                    Settings.NONE),
                List.of(new FilesSource(beside("data"), Pipelines.READING)),
                TableRules.NONE,
                DispatcherBy.TABLE,
                new SpoolConfig(OptionalLong.empty(), 4096 * MB, 0.8, 0.6),
                Optional.of(
                    new StorageConfig(
                        beside("out"),
                        64 * MB,
                        Duration.ofSeconds(5),
                        DateSeparator.DAY,
                        ZoneId.of("UTC"),
                        20,
                        16,
                        MB,
                        new FileForm.CanalJson(Compression.NONE))),
                Optional.empty(),
                new CursorConfig(
                    new Location.Files(beside("out/_cursor")), Optional.empty(), 0.001),
                new ErrorsConfig(
                    List.of(),
                    new Location.Files(beside("out/_dead-letters")),
                    Optional.empty(),
                    0.05,
                    LostTransactions.STOP),
                Optional.empty()));
  }

  @Test
  void kafkaSourceHasEveryDefault() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.withSource(
                "type: kafka", "bootstrap-servers: localhost:9092", "topics: [shop]"));

    assertThat(config.sources())
        .containsExactly(
            new SourceConfig.KafkaSource(
                new KafkaConnection("localhost:9092", Settings.NONE),
                new SourceConfig.Topics.Names(List.of("shop")),
                "spillway-shop",
                new SourceConfig.Start.Earliest(),
                SourceConfig.End.NONE,
                Pipelines.READING));
  }

  @Test
  void observedWatermarkClosesTailsAndIgnoresIdlePartitions() {
    PipelineConfig config =
        pipelines.load(Pipelines.withSource("type: files", "path: data", "watermark: observed"));

    Reading reading = config.sources().get(0).reading();
    assertThat(reading.tailTimeout()).contains(Duration.ofSeconds(2));
    assertThat(reading.idleTimeout()).contains(Duration.ofSeconds(30));
  }

  @Test
  void idleTimeoutCanBeSwitchedOffUnderObserved() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.withSource(
                "type: files", "path: data", "watermark: observed", "idle-timeout: none"));

    assertThat(config.sources().get(0).reading().idleTimeout()).isEmpty();
  }

  @Test
  void elasticsearchHasEveryDefault() {
    PipelineConfig config =
        pipelines.load(Pipelines.with("elasticsearch: {hosts: ['http://localhost:9200']}"));

    assertThat(config.elasticsearch())
        .contains(
            new ElasticsearchConfig(
                List.of(URI.create("http://localhost:9200")),
                "{schema}.{table}",
                "{pk}",
                Versioning.COMMIT_TS,
                LongIds.HASH,
                ValuePolicy.DEFAULT,
                "",
                Secret.NONE,
                Secret.NONE,
                new Tls(Optional.empty(), true, Optional.empty(), Secret.NONE),
                ElasticsearchConfig.Compression.NONE,
                new UnknownPolicy(UnknownPolicy.Action.DEAD_LETTER, 10),
                new NewIndices(86_400_000, new NewIndices.Wanted(Map.of(), ""), true, List.of()),
                new BulkConfig(
                    64 * KB,
                    8 * MB,
                    512 * KB,
                    Duration.ofMillis(50),
                    Duration.ofSeconds(5),
                    8,
                    Duration.ofSeconds(30),
                    64 * MB,
                    Duration.ofSeconds(30),
                    new Guardrails(
                        new RateLimits(0.005, 0.02),
                        new LatencyLimits(Duration.ofSeconds(1), Duration.ofSeconds(3)),
                        new RateLimits(0.002, 0.01))),
                new AtEnd(60_000, 600_000),
                4096 * MB,
                Naming.DEFAULT,
                Optional.empty(),
                Optional.empty(),
                OnDdl.DEFAULT));
  }

  @Test
  void controlHasEveryDefault() {
    PipelineConfig config = pipelines.load(Pipelines.with("control: {path: control.yaml}"));

    assertThat(config.control())
        .contains(
            new ControlConfig(
                new Location.Files(beside("control.yaml")),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                false));
  }

  private URI beside(String path) {
    return URI.create("file://" + folder.toAbsolutePath() + "/" + path);
  }
}
