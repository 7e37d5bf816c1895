package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.decode.DebeziumOptions;
import io.spillway.encode.Compression;
import io.spillway.encode.CsvOptions;
import io.spillway.event.TableFilter;
import io.spillway.job.config.BulkConfig.Guardrails;
import io.spillway.job.config.BulkConfig.LatencyLimits;
import io.spillway.job.config.BulkConfig.RateLimits;
import io.spillway.job.config.ErrorsConfig.LostTransactions;
import io.spillway.job.config.PipelineConfig.DispatcherBy;
import io.spillway.job.config.SourceConfig.End;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.MessageFormat;
import io.spillway.job.config.SourceConfig.Operation;
import io.spillway.job.config.SourceConfig.Reading;
import io.spillway.job.config.SourceConfig.Start;
import io.spillway.job.config.SourceConfig.Topics;
import io.spillway.job.config.SourceConfig.WatermarkMode;
import io.spillway.policy.Alert;
import io.spillway.policy.Backoff;
import io.spillway.policy.Backoff.Shape;
import io.spillway.policy.DeadLettering;
import io.spillway.policy.PolicyOverride;
import io.spillway.policy.PolicyOverride.Change;
import io.spillway.policy.PolicyOverride.Ending;
import io.spillway.policy.Retry;
import io.spillway.policy.Selector;
import io.spillway.search.NewIndices;
import io.spillway.search.OnDdl;
import io.spillway.search.WriterConfig.AtEnd;
import io.spillway.search.bulk.UnknownPolicy;
import io.spillway.search.document.DocumentConfig.IndexCase;
import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.DocumentConfig.Naming;
import io.spillway.search.document.DocumentConfig.TableNames;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.DocumentConfig.WithoutKey;
import io.spillway.search.document.NameTemplate;
import io.spillway.search.document.ValuePolicy;
import io.spillway.search.document.ValuePolicy.Form;
import io.spillway.search.document.ValuePolicy.OnBad;
import io.spillway.search.document.ValuePolicy.ZeroDates;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.EventKind;
import io.spillway.tables.Mask;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullPipelineTest {
  private static final long KB = 1024;
  private static final long MB = 1024 * KB;
  private static final String FULL = Pipelines.resource("full-pipeline.yaml");

  @TempDir Path folder;
  private Pipelines pipelines;
  private PipelineConfig config;

  @BeforeEach
  void load() {
    pipelines = new Pipelines(folder);
    config = pipelines.load(FULL);
  }

  @Test
  void readsTableRules() {
    assertThat(config.tables())
        .isEqualTo(
            new TableRules(
                List.of(
                    new TableRules.Rule(
                        new TableFilter(List.of("shop.tmp_*", "log.*")),
                        Route.NOWHERE,
                        Set.of(),
                        ColumnRules.NONE,
                        TableRules.Files.AS_ALL,
                        131),
                    new TableRules.Rule(
                        new TableFilter(List.of("shop.*")),
                        Route.SAME,
                        Set.of(EventKind.DELETE),
                        new ColumnRules(
                            Set.of("password"),
                            Map.of(
                                "email",
                                new Mask.Sha256(),
                                "card",
                                new Mask.Keep(4, true),
                                "phone",
                                new Mask.Keep(3, false),
                                "note",
                                new Mask.Null())),
                        new TableRules.Files(3 * MB, 7_000),
                        133),
                    new TableRules.Rule(
                        new TableFilter(List.of("crm.*")),
                        new Route.Renamed(new NamePart("lake"), new NamePart("{schema}_{table}")),
                        Set.of(),
                        ColumnRules.NONE,
                        TableRules.Files.AS_ALL,
                        138))));
  }

  @Test
  void readsPipelineAndSpool() {
    assertThat(config.pipeline())
        .isEqualTo(
            new PipelineSection(
                "shop-2",
                OptionalInt.of(3),
                Duration.ofSeconds(20),
                Optional.of(URI.create("s3://state/checkpoints")),
                new Settings(Map.of("state.backend.type", "rocksdb", "s3.secret-key", "s3cret"))));
    assertThat(config.dispatcherBy()).isEqualTo(DispatcherBy.TABLE_AND_PARTITION);
    assertThat(config.spool())
        .isEqualTo(new SpoolConfig(OptionalLong.of(128 * MB), 2048 * MB, 0.9, 0.5));
  }

  @Test
  void readsSources() {
    assertThat(config.sources())
        .containsExactly(
            new FilesSource(
                beside("data"),
                new Reading(
                    MessageFormat.CANAL_JSON,
                    Operation.BACKFILL,
                    "plan-7",
                    WatermarkMode.OBSERVED,
                    Optional.of(Duration.ofSeconds(3)),
                    Optional.of(Duration.ofSeconds(45)),
                    Duration.ofMinutes(2),
                    Optional.of(Duration.ofMinutes(20)),
                    debezium("UTC", DebeziumOptions.UNAVAILABLE))),
            new KafkaSource(
                firstCluster(),
                new Topics.Names(List.of("shop", "shop.extra")),
                "readers",
                new Start.Latest(),
                End.LATEST,
                new Reading(
                    MessageFormat.DEBEZIUM_JSON,
                    Operation.HARVEST,
                    "",
                    WatermarkMode.RESOLVED,
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofMinutes(1),
                    Optional.empty(),
                    debezium("Asia/Shanghai", "not sent"))),
            new KafkaSource(
                new KafkaConnection("other:9092", Settings.NONE),
                new Topics.Matching("shop\\..*"),
                "spillway-shop-2",
                new Start.AtTimestamp(Instant.parse("2026-01-31T00:00:00Z").toEpochMilli()),
                End.NONE,
                Pipelines.READING));
  }

  private static DebeziumOptions debezium(String zone, String unavailable) {
    return new DebeziumOptions(ZoneId.of(zone), unavailable);
  }

  @Test
  void readsStorage() {
    assertThat(config.storage())
        .contains(
            new StorageConfig(
                URI.create("file:///data/out"),
                32 * MB,
                Duration.ofSeconds(7),
                StorageConfig.DateSeparator.MONTH,
                ZoneId.of("Asia/Shanghai"),
                8,
                4,
                512 * KB,
                new FileForm.Csv(
                    new CsvOptions(
                        "|",
                        "'",
                        "NULL",
                        false,
                        CsvOptions.Binary.HEX,
                        true,
                        true,
                        CsvOptions.Terminator.LF),
                    Compression.GZIP)));
  }

  @Test
  void readsElasticsearch() {
    assertThat(config.elasticsearch())
        .contains(
            new ElasticsearchConfig(
                List.of(URI.create("https://search:9200"), URI.create("https://search2:9200")),
                "cdc-{table}",
                "{schema}-{pk}",
                Versioning.NONE,
                LongIds.DEAD_LETTER,
                new ValuePolicy(
                    ValuePolicy.Json.TEXT,
                    Form.NATIVE,
                    ZeroDates.DEAD_LETTER,
                    OnBad.DEAD_LETTER,
                    ZoneOffset.UTC),
                "writer",
                new Secret("es-pw"),
                Secret.NONE,
                new ElasticsearchConfig.Tls(
                    Optional.of(beside("ca.pem")),
                    false,
                    Optional.of(beside("me.p12")),
                    new Secret("es-pw")),
                ElasticsearchConfig.Compression.GZIP,
                new UnknownPolicy(UnknownPolicy.Action.FAIL, 3),
                new NewIndices(
                    Duration.ofDays(2).toMillis(),
                    new NewIndices.Wanted(
                        Map.of("number_of_shards", "3"), "{\"dynamic\":\"strict\"}"),
                    false,
                    List.of(
                        new NewIndices.OfTables(
                            new TableFilter(List.of("shop.log_*")),
                            new NewIndices.Wanted(
                                Map.of("number_of_shards", "9"), "{\"dynamic\":false}")))),
                new BulkConfig(
                    32 * KB,
                    4 * MB,
                    256 * KB,
                    Duration.ofMillis(20),
                    Duration.ofSeconds(2),
                    4,
                    Duration.ofSeconds(10),
                    16 * MB,
                    Duration.ofSeconds(12),
                    new Guardrails(
                        new RateLimits(0.01, 0.03),
                        new LatencyLimits(Duration.ofSeconds(2), Duration.ofSeconds(4)),
                        new RateLimits(0.004, 0.05))),
                new AtEnd(30_000, 120_000),
                MB << 10,
                new Naming(
                    WithoutKey.ALL_COLUMNS,
                    IndexCase.FOLD,
                    List.of(
                        new TableNames(
                            new TableFilter(List.of("shop.log_*")),
                            NameTemplate.parse("log-{table}-{at:yyyy.MM}"),
                            NameTemplate.parse("{schema}-{pk}")),
                        new TableNames(
                            new TableFilter(List.of("shop.tags")),
                            NameTemplate.parse("cdc-{table}"),
                            NameTemplate.parse("{tag}")))),
                Optional.of(new TableFilter(List.of("shop.*", "!shop.tmp_*"))),
                Optional.of(ZoneId.of("Asia/Shanghai")),
                new OnDdl(OnDdl.Documents.KEEP, OnDdl.Documents.DELETE)));
  }

  @Test
  void readsTheJobsOwnRecords() {
    assertThat(config.cursor())
        .isEqualTo(
            new CursorConfig(
                new Location.Topic(firstCluster(), "cursor-events"),
                Optional.of(new Location.Topic(firstCluster(), "cursor-values")),
                0.25));
    assertThat(config.errors())
        .isEqualTo(
            new ErrorsConfig(
                List.of(
                    override(
                        new Selector("storage", "commit", "failed", "timeout"),
                        new Change(
                            Optional.of(Retry.YES),
                            Optional.of(new Backoff(Shape.EXPONENTIAL, 1_000, 20_000, 0.25)),
                            Optional.of(10),
                            Optional.empty(),
                            new Ending(
                                Optional.empty(), Optional.of(true), Optional.of(Alert.CRITICAL))),
                        line("- domain: storage")),
                    override(
                        Selector.kind("malformed"),
                        new Change(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            new Ending(
                                Optional.of(DeadLettering.ALWAYS),
                                Optional.empty(),
                                Optional.of(Alert.ERROR))),
                        line("- {kind: malformed"))),
                new Location.Files(URI.create("s3://dead/letters")),
                Optional.empty(),
                0.1,
                LostTransactions.GO_ON));
    assertThat(config.control())
        .contains(
            new ControlConfig(
                new Location.Files(beside("control.yaml")),
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                true));
  }

  @Test
  void printsNoSecret() {
    assertThat(config.toString())
        .contains("s3.secret-key=***", "sasl.jaas.config=***", "password=***")
        .contains("security.protocol=SASL_SSL")
        .doesNotContain("s3cret", "jaas-pw", "es-pw");
  }

  private static KafkaConnection firstCluster() {
    return new KafkaConnection(
        "localhost:9092",
        new Settings(Map.of("security.protocol", "SASL_SSL", "sasl.jaas.config", "jaas-pw")));
  }

  private URI beside(String path) {
    return URI.create("file://" + folder.toAbsolutePath() + "/" + path);
  }

  /** Where something stands in the file, from 1. */
  private static int line(String text) {
    return (int) FULL.substring(0, FULL.indexOf(text)).lines().count();
  }

  private static PolicyOverride override(Selector selector, Change change, int line) {
    return new PolicyOverride(selector, change, "errors.policy, line " + line, line);
  }
}
