package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueFaultsTest {
  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"64", "64 mbx", "-1 mb", "1.5 mb", "mb", "64 kilb", "true"})
  void fileSizeOutsideItsNotationIsRefused(String size) {
    assertThat(pipelines.faults(Pipelines.withStorage("file-size: " + size)))
        .containsExactly(
            "8: storage.file-size: \"%s\" is not a size (as \"64 mb\", 1 kb to 512 mb)"
                .formatted(size));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1023 b", "513 mb", "1 TiB"})
  void fileSizeOutsideItsRangeIsASizeAllTheSame(String size) {
    assertThat(pipelines.faults(Pipelines.withStorage("file-size: " + size)))
        .containsExactly(
            "8: storage.file-size: \"%s\" is out of range (1 kb to 512 mb)".formatted(size));
  }

  @ParameterizedTest
  @CsvSource({
    "1 kb,1024",
    "512 mb,536870912",
    "64 MiB,67108864",
    "1024KiB,1048576",
    "1536 kb,1572864",
    "1024 bytes,1024"
  })
  void fileSizeWithinItsRangeIsTaken(String size, long bytes) {
    PipelineConfig config = pipelines.load(Pipelines.withStorage("file-size: " + size));

    assertThat(config.storage().orElseThrow().fileSize()).isEqualTo(bytes);
  }

  @Test
  void sizeThatNoLongHoldsIsRefused() {
    assertThat(pipelines.faults(Pipelines.with("spool: {quota: 99999999999 tb}")))
        .containsExactly(
            "8: spool.quota: \"99999999999 tb\" is not a size (as \"64 mb\", at least 1 kb)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "5 lightyears", "-5 s", "none"})
  void flushIntervalOutsideItsNotationIsRefused(String interval) {
    assertThat(pipelines.faults(Pipelines.withStorage("flush-interval: " + interval)))
        .containsExactly(
            ("8: storage.flush-interval: \"%s\" is not a duration"
                    + " (as \"5 s\", 100 ms to 10 min)")
                .formatted(interval));
  }

  @ParameterizedTest
  @ValueSource(strings = {"99 ms", "11 min"})
  void flushIntervalOutsideItsRangeIsADurationAllTheSame(String interval) {
    assertThat(pipelines.faults(Pipelines.withStorage("flush-interval: " + interval)))
        .containsExactly(
            "8: storage.flush-interval: \"%s\" is out of range (100 ms to 10 min)"
                .formatted(interval));
  }

  @ParameterizedTest
  @CsvSource({"100 ms,PT0.1S", "10 min,PT10M", "PT5S,PT5S"})
  void flushIntervalWithinItsRangeIsTaken(String interval, Duration expected) {
    PipelineConfig config = pipelines.load(Pipelines.withStorage("flush-interval: " + interval));

    assertThat(config.storage().orElseThrow().flushInterval()).isEqualTo(expected);
  }

  @Test
  void checkpointIntervalHasFlinksLowerLimit() {
    String yaml =
        Pipelines.with().replace("  name: shop", "  name: shop\n  checkpoint-interval: 9 ms");

    assertThat(pipelines.faults(yaml))
        .containsExactly(
            "3: pipeline.checkpoint-interval: \"9 ms\" is out of range (at least 10 ms)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "21", "ten", "6.0", "99999999999"})
  void fileIndexDigitsOutsideTheirRangeAreRefused(String digits) {
    assertThat(pipelines.faults(Pipelines.withStorage("file-index-digits: " + digits)))
        .containsExactly(
            "8: storage.file-index-digits: \"%s\" is not a whole number from 6 to 20"
                .formatted(digits));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "32768", "-1"})
  void parallelismOutsideItsRangeIsRefused(String parallelism) {
    String yaml =
        Pipelines.with().replace("  name: shop", "  name: shop\n  parallelism: " + parallelism);

    assertThat(pipelines.faults(yaml))
        .containsExactly(
            "3: pipeline.parallelism: \"%s\" is not a whole number from 1 to 32767"
                .formatted(parallelism));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop floor", "shop/1", "kafé"})
  void nameWithOtherCharactersIsRefused(String name) {
    assertThat(pipelines.faults(Pipelines.with().replace("name: shop", "name: " + name)))
        .containsExactly(
            "2: pipeline.name: \"%s\" is not a name (letters, digits, dot, underscore, hyphen)"
                .formatted(name));
  }

  @Test
  void wordOutsideAChoiceGetsTheList() {
    assertThat(pipelines.faults(Pipelines.withStorage("date-separator: hour")))
        .containsExactly(
            "8: storage.date-separator: \"hour\" is not one of none, year, month, day");
    assertThat(
            pipelines.faults(
                Pipelines.withSource("type: files", "path: data", "operation: harvest")))
        .containsExactly(
            "6: sources[0].operation: \"harvest\" is not one of HARVEST, BACKFILL, UPDATE");
  }

  @Test
  void formatThatIsNotBuiltIsRefused() {
    assertThat(pipelines.faults(Pipelines.withStorage("format: avro")))
        .singleElement()
        .asString()
        .contains("is not one of canal-json, csv, parquet");
    assertThat(pipelines.faults(Pipelines.withStorage("compression: lz4")))
        .singleElement()
        .asString()
        .contains("storage.compression: \"lz4\" is not one of none, gzip, zstd");
    assertThat(
            pipelines.faults(
                Pipelines.withSource("type: files", "path: data", "format: open-protocol")))
        .singleElement()
        .asString()
        .contains("sources[0].format: \"open-protocol\" is only for type: kafka");
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: data", "format: avro")))
        .singleElement()
        .asString()
        .contains("canal-json, debezium-json, simple-json, open-protocol");
  }

  @Test
  void unknownSourceTypeIsTheOnlyFaultOfItsSource() {
    assertThat(pipelines.faults(Pipelines.withSource("type: pulsar", "topics: [a]", "path: b")))
        .containsExactly("4: sources[0].type: \"pulsar\" is not one of files, kafka");
  }

  @Test
  void zoneThatDoesNotExistIsRefused() {
    assertThat(pipelines.faults(Pipelines.withStorage("date-zone: Mars/Olympus")))
        .containsExactly(
            "8: storage.date-zone: \"Mars/Olympus\" is not a time zone"
                + " (as UTC, Europe/Berlin or +08:00)");
  }

  @Test
  void onlyTrueAndFalseAreFlags() {
    assertThat(pipelines.faults(Pipelines.with("control: {path: c.yaml, allow-rollback: yes}")))
        .containsExactly("8: control.allow-rollback: \"yes\" is not true or false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1.01", "-0.5", "NaN", "half"})
  void shareOutsideZeroToOneIsRefused(String share) {
    assertThat(pipelines.faults(Pipelines.with("errors: {max-dead-letter-rate: " + share + "}")))
        .containsExactly(
            "8: errors.max-dead-letter-rate: \"%s\" is not a share (as 0.05, above 0, at most 1)"
                .formatted(share));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.01", "-0.001", "NaN", "1 %"})
  void ratioOutsideZeroToOneIsRefused(String ratio) {
    assertThat(pipelines.faults(Pipelines.with("cursor: {trace-ratio: " + ratio + "}")))
        .containsExactly(
            "8: cursor.trace-ratio: \"%s\" is not a share (as 0.001, 0 to 1)".formatted(ratio));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "0.25", "1e-6"})
  void ratioFromZeroToOneIsTaken(String ratio) throws Exception {
    String yaml = Pipelines.with("cursor: {trace-ratio: " + ratio + "}");
    assertThat(pipelines.load(yaml).cursor().traceRatio()).isEqualTo(Double.parseDouble(ratio));
  }

  @ParameterizedTest
  @ValueSource(strings = {"viewfs://c/x", "WebHDFS://name/x", "har://x/y", "ofs://service/v/b"})
  void fileSystemThatCannotEndAnUnfinishedFileIsNoBucket(String place) {
    assertThat(pipelines.faults(Pipelines.with().replace("path: out", "path: " + place)))
        .singleElement()
        .asString()
        .startsWith("7: storage.path: \"" + place + "\" is on a file system that can't be a bucket")
        .contains("Use HDFS by its own name")
        .contains("an object store");
  }

  @ParameterizedTest
  @CsvSource({
    "hdfs:///x,hdfs:/x",
    "hdfs://name:8020/x/,hdfs://name:8020/x",
    "hdfs://ns1,hdfs://ns1"
  })
  void hdfsMayBeTheBucket(String place, String expected) throws Exception {
    String yaml = Pipelines.with().replace("path: out", "path: '" + place + "'");
    assertThat(pipelines.load(yaml).storage().orElseThrow().path()).isEqualTo(URI.create(expected));
  }

  @Test
  void checkpointsMayLieOnAnyFileSystem() throws Exception {
    String yaml = Pipelines.with().replace("  name: ", "  checkpoint-dir: 'hdfs:///x'\n  name: ");
    assertThat(pipelines.load(yaml).pipeline().checkpointDir()).contains(URI.create("hdfs:/x"));
  }

  @ParameterizedTest
  @CsvSource({
    "s3://bucket,s3://bucket",
    "s3://bucket/a/b/,s3://bucket/a/b",
    "file:/data/x,file:///data/x",
    "file:///data/./x/,file:///data/x",
    "/data/../data/x/,file:///data/x",
    "abfs://c@account.dfs.core.windows.net/x,refused",
  })
  void placesAreBroughtToOneForm(String given, String expected) {
    String yaml = Pipelines.with().replace("path: out", "path: " + given);

    if (expected.equals("refused")) {
      assertThat(pipelines.faults(yaml)).isNotEmpty();
    } else {
      assertThat(pipelines.load(yaml).storage().orElseThrow().path())
          .isEqualTo(URI.create(expected));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s3:/bucket|has no bucket or host (as s3://bucket/out)",
        "s3:bucket|has no path (as file:///data/out or s3://bucket/out)",
        "file://host/x|has a host, but file: is this machine (write file:///path)",
        "s3://bucket/x?endpoint=y|must not have a ? or # part",
        "s3://bucket/a b|is not a URI: Illegal character in path",
        "' '|is empty; give a URI (as s3://bucket/folder) or a path",
      })
  void placesThatNoFileSystemTakesAreRefused(String given, String message) {
    assertThat(pipelines.faults(Pipelines.with().replace("path: out", "path: \"" + given + "\"")))
        .contains("7: storage.path: \"" + given + "\" " + message);
  }

  @Test
  void passwordInAPlaceIsRefusedAndNotShown() {
    assertThat(
            pipelines.faults(
                Pipelines.with().replace("path: out", "path: s3://user:hush@bucket/out")))
        .containsExactly(
            "7: storage.path: \"s3://***@bucket/out\" must not hold user or password;"
                + " give them in pipeline.flink");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:0", "a:1,,b:2", "a:70000", "http://a:9092"})
  void brokersWithoutHostAndPortAreRefused(String brokers) {
    assertThat(
            pipelines.faults(
                Pipelines.withSource(
                    "type: kafka", "bootstrap-servers: " + brokers, "topics: [a]")))
        .containsExactly(
            ("5: sources[0].bootstrap-servers: \"%s\" is not a list of brokers"
                    + " (as host:9092, several separated by commas)")
                .formatted(brokers));
  }

  @Test
  void severalBrokersAndIpv6AreTaken() {
    String yaml =
        Pipelines.withSource(
            "type: kafka", "bootstrap-servers: 'a:9092, [::1]:9092'", "topics: [a]");

    assertThat(pipelines.faults(yaml)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1769817600000", "2026-01-31T00:00:00Z", "2026-01-31T01:00:00+01:00"})
  void startTimestampIsMillisOrInstant(String timestamp) {
    PipelineConfig config = pipelines.load(kafkaFrom("{timestamp: '" + timestamp + "'}"));

    assertThat(((SourceConfig.KafkaSource) config.sources().get(0)).start())
        .isEqualTo(new SourceConfig.Start.AtTimestamp(1_769_817_600_000L));
  }

  @Test
  void otherStartsAreRefused() {
    assertThat(pipelines.faults(kafkaFrom("yesterday")))
        .containsExactly(
            "7: sources[0].start: \"yesterday\" is not one of earliest, latest, committed,"
                + " {timestamp: 2026-01-31T00:00:00Z}");
    assertThat(pipelines.faults(kafkaFrom("{timestamp: 31.1.2026}")))
        .containsExactly(
            "7: sources[0].start.timestamp: \"31.1.2026\" is not a time"
                + " (ms since 1970, or as 2026-01-31T00:00:00Z)");
    assertThat(pipelines.faults(kafkaFrom("{timestap: 1}")))
        .containsExactlyInAnyOrder(
            "7: sources[0].start.timestamp: is required, as 2026-01-31T00:00:00Z",
            "7: sources[0].start.timestap: is not a known key; did you mean \"timestamp\"?");
  }

  private static String kafkaFrom(String start) {
    return Pipelines.withSource(
        "type: kafka", "bootstrap-servers: localhost:9092", "topics: [a]", "start: " + start);
  }
}
