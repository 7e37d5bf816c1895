package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlFaultsTest {
  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  @Test
  void emptyFileIsRefused() {
    assertThat(pipelines.faults("# nothing\n"))
        .containsExactly("1: the file is empty; pipeline, sources and an output are required");
  }

  @Test
  void emptyMappingLacksEverythingThatIsRequired() {
    assertThat(pipelines.faults("{}"))
        .containsExactlyInAnyOrder(
            "1: pipeline.name: is required, as shop",
            "1: sources: is required: a list of one or more sources",
            "1: storage: is required, or elasticsearch: without both there is no output",
            "1: cursor.events.path: is required, as file:///data/_cursor",
            "1: errors.dead-letters.path: is required, as file:///data/_dead-letters");
  }

  @Test
  void listInsteadOfMappingIsRefused() {
    assertThat(pipelines.faults("\n- a\n"))
        .containsExactly("2: the file must be a mapping: pipeline:, sources:, ...");
  }

  @Test
  void syntaxErrorHasItsLineAndDoesNotQuoteTheFile() {
    assertThat(pipelines.faults("pipeline:\n  name: shop\n  password: 'hush\n"))
        .singleElement()
        .asString()
        .startsWith("4: not YAML: ")
        .doesNotContain("hush");
  }

  @Test
  void tabsAndSecondDocumentsAreSyntaxErrors() {
    assertThat(pipelines.faults("pipeline:\n\tname: shop\n"))
        .singleElement()
        .asString()
        .startsWith("2: not YAML: ");
    assertThat(pipelines.faults("pipeline: {name: a}\n---\npipeline: {name: b}\n"))
        .singleElement()
        .asString()
        .startsWith("2: not YAML: ");
  }

  @Test
  void bytesThatAreNotUtf8AreToldWithTheirLine() {
    Path file = pipelines.write("a: b\nname: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> PipelineLoader.load(file, Map.of()))
        .isInstanceOf(InvalidPipelineException.class)
        .hasMessage(file + ":2: the file is not UTF-8 text");
  }

  @Test
  void controlCharactersAreToldWithTheirLine() {
    assertThat(pipelines.faults("pipeline:\n  name: sh\u0001op\n"))
        .containsExactly("2: not YAML: a character that it does not allow, U+0001");
  }

  @Test
  void missingFileIsNoFaultOfThePipeline() {
    assertThatThrownBy(() -> PipelineLoader.load(folder.resolve("none.yaml"), Map.of()))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("none.yaml");
  }

  @Test
  void unknownKeysAreRefusedWithTheNearestKnownOne() {
    assertThat(pipelines.faults(Pipelines.withStorage("file-sise: 64 mb", "flushinterval: 5 s")))
        .containsExactly(
            "8: storage.file-sise: is not a known key; did you mean \"file-size\"?",
            "9: storage.flushinterval: is not a known key; did you mean \"flush-interval\"?");
  }

  @Test
  void unknownKeyWithoutANearOneGetsTheList() {
    assertThat(pipelines.faults(Pipelines.with("spool: {colour: red}")))
        .containsExactly(
            "8: spool.colour: is not a known key;"
                + " known are memory, quota, high-watermark, low-watermark");
  }

  @Test
  void keysThatAreNotSetAreKnown() {
    assertThat(
            pipelines.faults(
                Pipelines.with(
                    "tables: [{match: ['a.*'], colour: red}]",
                    "elasticsearch: {hosts: ['http://a:9200'], names: [{tables: ['a.*'], id: x, colour: 1}]}")))
        .containsExactly(
            "8: tables[0].colour: is not a known key;"
                + " known are drop, match, as, events, columns, file-size, flush-interval",
            "9: elasticsearch.names[0].colour: is not a known key; known are tables, index, id");
  }

  @Test
  void misspeltPasswordIsNotShown() {
    assertThat(
            pipelines.faults(
                Pipelines.with("elasticsearch:", "  hosts: ['http://a:9200']", "  pasword: hush")))
        .containsExactly(
            "10: elasticsearch.pasword: is not a known key; did you mean \"password\"?");
  }

  @Test
  void duplicateKeysAreRefused() {
    assertThat(pipelines.faults(Pipelines.with("storage: {path: other}")))
        .containsExactly("8: storage: is given twice, first on line 6");
    assertThat(pipelines.faults(Pipelines.withStorage("path: other")))
        .containsExactly("8: storage.path: is given twice, first on line 7");
  }

  @Test
  void wrongKindsOfNodesAreRefused() {
    assertThat(
            pipelines.faults(
                """
                pipeline: [shop]
                sources: {type: files}
                storage: out
                dispatcher-by: {table: true}
                ? [a, b]
                : c
                """))
        .contains(
            "1: pipeline: must be a mapping of keys to values",
            "2: sources: must be a list of mappings",
            "3: storage: must be a mapping of keys to values",
            "4: dispatcher-by: must be a single value, not a list or mapping",
            "5: a key must be a single word");
  }

  @Test
  void sourcesThatAreNoMappingsAreRefused() {
    assertThat(pipelines.faults("pipeline: {name: a}\nstorage: {path: out}\nsources: [files]\n"))
        .containsExactly("3: sources[0]: must be a mapping of keys to values");
    assertThat(pipelines.faults("pipeline: {name: a}\nstorage: {path: out}\nsources: []\n"))
        .containsExactly("3: sources: must have at least one entry");
  }

  @Test
  void keyWithoutValueIsRefused() {
    assertThat(pipelines.faults(Pipelines.withStorage("file-size:", "date-zone: null")))
        .containsExactly(
            "8: storage.file-size: has no value; leave the key out for its default",
            "9: storage.date-zone: has no value; leave the key out for its default");
    assertThat(pipelines.faults(Pipelines.with().replace("name: shop", "name:")))
        .containsExactly("2: pipeline.name: has no value and is required, as shop");
  }

  @Test
  void aliasToItselfEndsInAFault() {
    assertThat(pipelines.faults(Pipelines.with("spool: &s {memory: *s}")))
        .containsExactly("8: spool.memory: must be a single value, not a list or mapping");
  }

  @Test
  void variablesAreReplacedFromTheEnvironment() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.with(
                "elasticsearch: {hosts: ['http://a:1'], user: me, password: 'a-${ES_PASSWORD}'}"));

    assertThat(config.elasticsearch().orElseThrow().password().value()).isEqualTo("a-es-pw");
  }

  @Test
  void missingVariableIsAFault() {
    assertThat(pipelines.faults(Pipelines.withStorage("date-zone: ${NO_SUCH_NAME}")))
        .containsExactly("8: storage.date-zone: environment variable NO_SUCH_NAME is not set");
  }

  @Test
  void otherDollarSignsStay() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.withSource(
                "type: kafka",
                "bootstrap-servers: localhost:9092",
                "topic-pattern: 'shop$'",
                "properties: {ssl.truststore.password: '${file:/etc/x:pw}'}"));

    assertThat(config.sources().get(0))
        .isInstanceOfSatisfying(
            SourceConfig.KafkaSource.class,
            source ->
                assertThat(source.connection().properties().values())
                    .containsEntry("ssl.truststore.password", "${file:/etc/x:pw}"));
  }

  @Test
  void messageHasOneLineForEachFaultSortedByLine() {
    Path file =
        pipelines.write(
            Pipelines.withStorage("upload-threads: 0", "file-size: 64 mbx") + "spol: {}\n");

    assertThatThrownBy(() -> PipelineLoader.load(file, Map.of()))
        .hasMessage(
            String.join(
                "\n",
                file + ":8: storage.upload-threads: \"0\" is not a whole number from 1 to 512",
                file
                    + ":9: storage.file-size: \"64 mbx\" is not a size"
                    + " (as \"64 mb\", 1 kb to 512 mb)",
                file + ":10: spol: is not a known key; did you mean \"spool\"?"));
  }

  @Test
  void whatWouldExhaustTheReaderIsRefusedByItsLine() {
    assertThat(pipelines.faults("pipeline:\n  " + "[".repeat(100_000)))
        .containsExactly("2: mappings and lists are nested deeper than 50 levels");
    assertThat(pipelines.faults("? ".repeat(50_000) + "a"))
        .containsExactly("1: mappings and lists are nested deeper than 50 levels");
    assertThat(pipelines.faults("a: " + "x".repeat(1 << 20)))
        .containsExactly("1: the file is larger than 1048576 bytes");
  }

  @Test
  void aliasesOfAliasesAreBounded() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 9; i++) {
      laughs.append(
          "a%d: &a%d [%s*a%d]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(8), i - 1));
    }
    assertThat(pipelines.faults(laughs.toString()))
        .containsExactly("7: there are more than 50 aliases (*name)");
  }
}
