package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrossFieldTest {
  private static final String SEARCH_ONLY =
      """
      pipeline: {name: shop}
      sources: [{type: files, path: data}]
      elasticsearch: {hosts: ['http://localhost:9200']}
      """;

  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  @Test
  void withoutAnyOutputThereIsNothingToDo() {
    assertThat(
            pipelines.faults(
                SEARCH_ONLY.replaceFirst("elasticsearch.*", "cursor: {events: {path: c}}")
                    + "errors: {dead-letters: {path: d}}\n"))
        .containsExactly(
            "1: storage: is required, or elasticsearch: without both there is no output");
  }

  @Test
  void searchAloneNeedsPlacesForTheJobsOwnRecords() {
    assertThat(pipelines.faults(SEARCH_ONLY))
        .containsExactlyInAnyOrder(
            "1: cursor.events.path: is required, as file:///data/_cursor",
            "1: errors.dead-letters.path: is required, as file:///data/_dead-letters");
  }

  private static String withLetters(String letters) {
    return Pipelines.withSource("type: kafka", "bootstrap-servers: localhost:9092", "topics: [a]")
        + "errors: {dead-letters: {"
        + letters
        + "}}\n";
  }

  @Test
  void deadLettersInATopicHaveALimitAndAFolderForWhatIsLarger() throws Exception {
    ErrorsConfig errors = pipelines.load(withLetters("type: kafka, topic: dead")).errors();
    assertThat(errors.deadLetters()).isInstanceOf(Location.Topic.class);
    ErrorsConfig.Overflow overflow = errors.overflow().orElseThrow();
    assertThat(overflow.maxBytes()).isEqualTo(1000 << 10);
    assertThat(overflow.folder().toString()).endsWith("out/_dead-letters");
    errors =
        pipelines
            .load(withLetters("type: kafka, topic: dead, max-bytes: 8 mb, overflow: big"))
            .errors();
    assertThat(errors.overflow().orElseThrow().maxBytes()).isEqualTo(8 << 20);
    assertThat(errors.overflow().orElseThrow().folder().toString()).endsWith("/big");
  }

  @Test
  void theLimitIsForTopicsOnly() {
    assertThat(pipelines.faults(withLetters("path: d, max-bytes: 8 mb, overflow: big")))
        .containsExactlyInAnyOrder(
            "7: errors.dead-letters.max-bytes: \"8 mb\" is only for type: kafka",
            "7: errors.dead-letters.overflow: \"big\" is only for type: kafka");
  }

  @ParameterizedTest
  @ValueSource(strings = {"BACKFILL", "UPDATE"})
  void operationsBesideHarvestNeedANamespace(String operation) {
    assertThat(
            pipelines.faults(
                Pipelines.withSource("type: files", "path: data", "operation: " + operation)))
        .containsExactly("4: sources[0].namespace: is required for operation " + operation);
  }

  @Test
  void aNamespaceIsWhatMayStandInAFileName() {
    assertThat(
            pipelines.faults(
                Pipelines.withSource(
                    "type: files", "path: d", "operation: BACKFILL", "namespace: a/b")))
        .containsExactly(
            "7: sources[0].namespace: \"a/b\" is not a name"
                + " (letters, digits, dot, underscore, hyphen)");
    assertThat(
            pipelines.faults(
                Pipelines.withSource(
                    "type: files", "path: d", "operation: UPDATE", "namespace: a-1_b.c")))
        .isEmpty();
  }

  @Test
  void severalNamespacesNeedHarvestThatKnowsTheStructures() {
    String two =
        """
        pipeline: {name: shop}
        sources:
          - {type: files, path: a, operation: BACKFILL, namespace: a}
          - {type: files, path: b, operation: %s, namespace: %s}
        storage: {path: out}
        """;
    assertThat(pipelines.faults(two.formatted("BACKFILL", "b")))
        .containsExactly(
            "4: sources[1].namespace: \"b\" is another than an earlier source's:"
                + " that needs HARVEST as the first source");
    assertThat(pipelines.faults(two.formatted("UPDATE", "a"))).hasSize(1);
    assertThat(pipelines.faults(two.formatted("BACKFILL", "a"))).isEmpty();
  }

  @Test
  void harvestHasNoNamespace() {
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: data", "namespace: a")))
        .containsExactly(
            "6: sources[0].namespace: \"a\" is only for operation BACKFILL or UPDATE;"
                + " HARVEST has none");
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: d", "namespace: ''")))
        .isEmpty();
  }

  @Test
  void timeZoneIsOnlyForFormatsWhoseInstantsHaveOne() {
    String zone = "time-zone: Asia/Shanghai";
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: a", zone)))
        .containsExactly(
            "6: sources[0].time-zone: \"Asia/Shanghai\" is only for format: debezium-json;"
                + " elsewhere timestamps stay as they come");
    assertThat(
            pipelines.faults(
                Pipelines.withSource("type: files", "path: a", "format: debezium-json", zone)))
        .isEmpty();
  }

  @Test
  void thePlaceholderOfUnavailableValuesIsDebezium() {
    String value = "unavailable-value: none";
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: a", value)))
        .containsExactly(
            "6: sources[0].unavailable-value: \"none\" is only for format: debezium-json;"
                + " no other has such a placeholder");
    String format = "format: debezium-json";
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: a", format, value)))
        .isEmpty();
    String empty = "unavailable-value: ''";
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: a", format, empty)))
        .containsExactly(
            "7: sources[0].unavailable-value: \"\" is empty, and would be taken for every empty"
                + " text");
  }

  @Test
  void tailTimeoutIsOnlyForObserved() {
    assertThat(
            pipelines.faults(Pipelines.withSource("type: files", "path: a", "tail-timeout: 2 s")))
        .containsExactly(
            "6: sources[0].tail-timeout: \"2 s\" is only for watermark: observed;"
                + " under resolved the stream closes its own tail");
  }

  @Test
  void filesSourceTakesNoKafkaKeys() {
    assertThat(
            pipelines.faults(
                Pipelines.withSource("type: files", "path: data", "topics: [a]", "end: latest")))
        .containsExactly(
            "6: sources[0].topics: is only for type: kafka",
            "7: sources[0].end: \"latest\" is only for type: kafka");
  }

  @Test
  void filesSourceNeedsAPath() {
    assertThat(pipelines.faults(Pipelines.withSource("type: files")))
        .containsExactly("4: sources[0].path: is required, as data/");
    assertThat(pipelines.faults(Pipelines.withSource("type: files", "path: ''")))
        .containsExactly(
            "5: sources[0].path: \"\" is empty;" + " give a URI (as s3://bucket/folder) or a path");
  }

  @Test
  void kafkaSourceNeedsBrokersAndTopics() {
    assertThat(pipelines.faults(Pipelines.withSource("type: kafka")))
        .containsExactly(
            "4: sources[0].bootstrap-servers: is required, as localhost:9092",
            "4: sources[0].topics: is required, as [shop], or topic-pattern");
  }

  @Test
  void topicsAndPatternContradictEachOther() {
    assertThat(pipelines.faults(Pipelines.kafka("topics: [a]", "topic-pattern: a.*")))
        .containsExactly(
            "7: sources[0].topic-pattern: \"a.*\" contradicts topics; give one of the two");
  }

  @Test
  void topicsAreCheckedOneByOne() {
    assertThat(pipelines.faults(Pipelines.kafka("topics: [a, a, 'b c']")))
        .containsExactly(
            "6: sources[0].topics[1]: \"a\" is given twice",
            "6: sources[0].topics[2]: \"b c\" is not a topic name"
                + " (letters, digits, dot, underscore, hyphen; at most 249)");
    assertThat(pipelines.faults(Pipelines.kafka("topics: a")))
        .containsExactly("6: sources[0].topics: \"a\" must be a list, as [a, b]");
    assertThat(pipelines.faults(Pipelines.kafka("topic-pattern: 'a['")))
        .containsExactly(
            "6: sources[0].topic-pattern: \"a[\" is not a regular expression:"
                + " Unclosed character class");
  }

  @Test
  void kafkaPropertiesMustNotSetWhatTheJobSets() {
    assertThat(
            pipelines.faults(
                Pipelines.kafka("topics: [a]", "properties: {auto.offset.reset: latest}")))
        .singleElement()
        .asString()
        .contains("sources[0].properties.auto.offset.reset: \"latest\" is not none");
    assertThat(
            pipelines.faults(
                Pipelines.kafka("topics: [a]", "properties: {auto.offset.reset: none}")))
        .isEmpty();
    assertThat(pipelines.faults(Pipelines.kafka("topics: [a]", "properties: {group.id: x}")))
        .containsExactly(
            "7: sources[0].properties.group.id: \"x\" must not be set here:"
                + " the job sets it from its own keys");
  }

  @Test
  void aMisspeltPropertyOfKafkasClientIsRefusedAndThatOfAPluginIsNot() {
    assertThat(
            pipelines.faults(Pipelines.kafka("topics: [a]", "properties: {sasl.mechansim: PLAIN}")))
        .containsExactly(
            "7: sources[0].properties.sasl.mechansim: \"PLAIN\" is no property of Kafka's client;"
                + " did you mean \"sasl.mechanism\"?");
    for (String taken : List.of("sasl.mechanism: PLAIN", "acme.login.url: x", "linger.ms: '5'")) {
      assertThat(pipelines.faults(Pipelines.kafka("topics: [a]", "properties: {" + taken + "}")))
          .isEmpty();
    }
  }

  @Test
  void newPartitionsAreLookedForOftenEnough() {
    for (String never : List.of("-1", "0", "99", "600001", "5 s")) {
      String interval = "properties: {partition.discovery.interval.ms: \"" + never + "\"}";
      assertThat(pipelines.faults(Pipelines.kafka("topics: [a]", interval)))
          .containsExactly(
              ("7: sources[0].properties.partition.discovery.interval.ms: \"%s\""
                      + " is not a whole number from 100 to 600000")
                  .formatted(never));
    }
    String often = "properties: {partition.discovery.interval.ms: \"100\"}";
    assertThat(pipelines.faults(Pipelines.kafka("topics: [a]", often))).isEmpty();
  }

  @Test
  void lowWatermarkIsBelowHighWatermark() {
    assertThat(pipelines.faults(Pipelines.with("spool: {low-watermark: 0.8}")))
        .containsExactly(
            "8: spool.low-watermark: \"0.8\" contradicts the other:"
                + " low-watermark must be below high-watermark");
    assertThat(pipelines.faults(Pipelines.with("spool: {high-watermark: 0.6}")))
        .containsExactly(
            "8: spool.high-watermark: \"0.6\" contradicts the other:"
                + " low-watermark must be below high-watermark");
  }

  @Test
  void spoolMemoryIsPartOfTheQuota() {
    assertThat(pipelines.faults(Pipelines.with("spool: {memory: 5 gb}")))
        .containsExactly(
            "8: spool.memory: \"5 gb\" contradicts the other:"
                + " memory is a part of quota, so it is not larger");
    assertThat(pipelines.faults(Pipelines.with("spool: {memory: 4 gb}"))).isEmpty();
  }

  @Test
  void fileSizeStaysBelowTheSpoolsLowWatermark() {
    String spool = "spool: {memory: 1 mb, quota: 100 mb, low-watermark: 0.5}\n";

    assertThat(pipelines.faults(Pipelines.withStorage("file-size: 50 mb") + spool))
        .containsExactly(
            "8: storage.file-size: \"50 mb\" must be below spool.quota * spool.low-watermark;"
                + " else a full spool would decide the size of every file");
    assertThat(pipelines.faults(Pipelines.withStorage("file-size: 49 mb") + spool)).isEmpty();
  }

  static List<Arguments> unreadableCsv() {
    return List.of(
        arguments("delimiter: ''", "delimiter: \"\" must have 1 to 3 characters"),
        arguments("delimiter: abcd", "delimiter: \"abcd\" must have 1 to 3 characters"),
        arguments("delimiter: \"\\n\"", "delimiter: \"\\n\" must not hold a line break"),
        arguments("delimiter: 'a\"'", "delimiter: \"a\"\" must not share a character with quote"),
        arguments(
            "quote: ab", "quote: \"ab\" must be one character, no line break, or empty for none"),
        arguments(
            "'null': 'a,b'",
            "null: \"a,b\" must not hold a line break, the delimiter or the quote"));
  }

  @Test
  void topicsOfTheJobNeedAKafkaSource() {
    assertThat(pipelines.faults(Pipelines.with("cursor: {events: {type: kafka, topic: events}}")))
        .containsExactly(
            "8: cursor.events.type: \"kafka\" needs a source of type kafka:"
                + " its brokers are the ones written to");
  }

  @Test
  void placeAndTopicBelongToTheirTypes() {
    assertThat(pipelines.faults(Pipelines.with("cursor: {events: {topic: a}}")))
        .containsExactly("8: cursor.events.topic: \"a\" is only for type: kafka");
    assertThat(
            pipelines.faults(
                Pipelines.kafka("topics: [a]") + "cursor: {events: {type: kafka, path: a}}"))
        .containsExactlyInAnyOrder(
            "7: cursor.events.path: \"a\" is only for type: files",
            "7: cursor.events.topic: is required, as spillway-events");
  }

  @Test
  void twoSourcesMustNotReadTheSameFolder() {
    assertThat(
            pipelines.faults(
                Pipelines.withSource("type: files", "path: data")
                    + "  - {type: files, path: ./data/}\n"))
        .containsExactly(
            ("6: sources[1].path: \"./data/\" folder file://%s/data is read by an earlier source"
                    + " too; rows would be read twice")
                .formatted(folder.toAbsolutePath()));
  }

  @ParameterizedTest
  @CsvSource({
    "'topics: [a, shop]',topic shop",
    "topic-pattern: sh.p,topic shop",
  })
  void twoSourcesMustNotReadTheSameTopic(String topics, String shared) {
    String second = "  - {type: kafka, bootstrap-servers: 'b:1, localhost:9092', " + topics + "}\n";

    assertThat(pipelines.faults(Pipelines.kafka("topics: [shop]") + second))
        .singleElement()
        .asString()
        .contains(shared + " is read by an earlier source too; rows would be read twice");
  }

  @Test
  void sameTopicOfAnotherClusterIsAnotherTopic() {
    String second = "  - {type: kafka, bootstrap-servers: 'other:9092', topics: [shop]}\n";

    assertThat(pipelines.faults(Pipelines.kafka("topics: [shop]") + second)).isEmpty();
  }
}
