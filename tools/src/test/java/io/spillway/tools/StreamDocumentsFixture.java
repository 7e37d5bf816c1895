package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.EngineProcess.Engine;
import io.spillway.testing.LiveTree;
import io.spillway.tools.testing.SearchEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run of the whole job over tables that are each awkward in another way, to storage and to a
 * real engine, and what it leaves: each table gets its own, whatever the others are.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
abstract class StreamDocumentsFixture {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir static Path folder;

  private static final Pattern COUNTS =
      Pattern.compile(
          "([\\d,]+) documents: ([\\d,]+) stored, ([\\d,]+) already newer or gone, ([\\d,]+) to the dead letters");

  private static Engine engineKind;
  private static CommandRun run;
  private static Map<String, String> documents;
  private static List<JsonNode> letters;

  /** Lets the job run on an empty engine, and reads everything back. */
  static void runOn(Engine kind) throws Exception {
    engineKind = kind;
    SearchEngine engine = SearchEngine.shared(kind);
    engine.call(
        "PUT", "/shop.strict", "{\"mappings\":{\"properties\":{\"v\":{\"type\":\"long\"}}}}");
    engine.call("PUT", "/shop.shut", "{}");
    engine.call("POST", "/shop.shut/_close", null);
    engine.call(
        "PUT",
        "/shop.red?timeout=1s&wait_for_active_shards=0",
        "{\"settings\":{\"index.routing.allocation.require.nothing\":\"x\"}}");
    AwkwardTables.write(folder);
    run = CommandRun.of("run", pipeline(engine.url()).toString());
    engine.call("DELETE", "/shop.red,shop.shut", null);
    documents = new TreeMap<>();
    engine
        .documents()
        .forEach((key, value) -> documents.put(key, value.substring(value.indexOf(' ') + 1)));
    letters = lines("dead", name -> name.matches("[^.].*\\.ndjson"));
  }

  private static Path pipeline(String url) throws Exception {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources:
        - {type: files, path: in}
        - {type: files, path: pg, format: debezium-json, watermark: observed}
        storage: {path: out}
        cursor: {events: {path: cursor}}
        errors: {dead-letters: {path: dead}}
        elasticsearch: {hosts: ['%s'], tables: ['shop*.*', '!shop.misspelled'], at-end: {index-wait: 5 s}, bulk: {request-timeout: 6 s}}
        """
            .formatted(url));
  }

  private static List<JsonNode> lines(String place, Predicate<String> names) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (Path file : LiveTree.files(folder.resolve(place), names)) {
      for (String line : Files.readAllLines(file)) {
        lines.add(JSON.readTree(line));
      }
    }
    return lines;
  }

  private static List<String> lettersOf(String table) {
    return letters.stream()
        .filter(letter -> new String(value(letter), UTF_8).contains("\"" + table + "\""))
        .map(letter -> letter.get("kind").asText())
        .toList();
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  private static byte[] value(JsonNode letter) {
    try {
      return letter.get("value").binaryValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> documentsOf(String index) {
    Map<String, String> found = new TreeMap<>(documents);
    found.keySet().removeIf(key -> !key.startsWith(index + "/"));
    return found;
  }

  /** One is refused by its mapping, one has no key, one no shard, and one is closed. */
  @Test
  void tablesInTroubleHoldUpNoOthersAndStorageHasTheirRowsToo() throws Exception {
    for (int table = 0; table < AwkwardTables.CALM_TABLES; table++) {
      assertThat(documentsOf("shop.calm_" + table)).hasSize(AwkwardTables.ROWS);
    }
    assertThat(lettersOf("strict"))
        .hasSize(AwkwardTables.ROWS)
        .containsOnly(
            engineKind == Engine.OPENSEARCH
                ? "mapper_parsing_exception"
                : "document_parsing_exception");
    assertThat(lettersOf("keyless")).hasSize(AwkwardTables.ROWS).containsOnly("row:NO_ID");
    assertThat(lettersOf("red"))
        .hasSize(AwkwardTables.ROWS)
        .containsOnly("unavailable_shards_exception");
    assertThat(lettersOf("shut"))
        .hasSize(AwkwardTables.ROWS)
        .containsOnly("index_closed_exception");
    for (String table : List.of("calm_0", "strict", "keyless", "red", "shut")) {
      assertThat(lines("out/shop/" + table, name -> name.startsWith("CDC0")))
          .hasSize(AwkwardTables.ROWS);
    }
  }

  @Test
  void everyRowIsCountedAndLettersFailTheRun() throws Exception {
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.FAILED);
    Matcher counts = COUNTS.matcher(run.out());
    assertThat(counts.find()).as(run.out()).isTrue();
    long all = number(counts.group(1));
    long dead = number(counts.group(4));
    assertThat(number(counts.group(2)) + number(counts.group(3)) + dead).isEqualTo(all);
    assertThat(dead)
        .isEqualTo(
            letters.stream()
                .filter(letter -> letter.get("stage").asText().equals("search"))
                .count());
    assertThat(lettersOf("empty_key")).containsExactly("row:NO_ID");
    assertThat(lines("out", name -> name.startsWith("CDC0"))).hasSize((int) all);
  }

  @Test
  void everyValueThatAColumnCanHaveIsStored() throws Exception {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < AwkwardTables.VALUES.size(); i++) {
      fields.add("\"v" + i + "\":" + AwkwardTables.VALUES.get(i).get(2));
    }
    assertThat(documents.get("shop.values/1"))
        .isEqualTo(SearchEngine.canonical("{\"id\":1," + String.join(",", fields) + "}"));
    for (int i = 0; i < AwkwardTables.MIXED.size(); i++) {
      assertThat(documents.get("shop.mixed/" + i))
          .isEqualTo("{\"id\":" + i + ",\"v\":" + AwkwardTables.MIXED.get(i) + "}");
    }
    assertThat(documentsOf("shop.guessed")).hasSize(AwkwardTables.MIXED.size());
  }

  @Test
  void fieldsThatNoEngineTakesHaveOtherNames() throws Exception {
    JsonNode odd = JSON.readTree(documents.get("shop.odd_columns/1"));
    assertThat(odd).hasSize(1 + AwkwardTables.ODD_COLUMNS.size());
    assertThat(odd.fieldNames())
        .toIterable()
        .doesNotContainAnyElementsOf(AwkwardTables.ODD_COLUMNS);
    assertThat(odd.findValuesAsText("id")).containsExactly("1");
    assertThat(documentsOf("shop.odd_key")).hasSize(AwkwardTables.ROWS);
    assertThat(lettersOf("odd_columns")).isEmpty();
  }

  @Test
  void aTruncateTakesDocumentsAwayAndOtherStatementsLeaveThem() {
    assertThat(documentsOf("shop.emptied").keySet()).containsExactly("shop.emptied/3");
    assertThat(documents).containsKeys("shop.dropped/1", "shop.old_name/1", "shop.new_name/1");
  }

  @Test
  void aMessageWithKeysOnlyNeverReplacesADocument() {
    assertThat(documentsOf("shop.whole"))
        .isEqualTo(Map.of("shop.whole/1", "{\"id\":1,\"v\":\"" + "x".repeat(20) + "\"}"));
    assertThat(lettersOf("whole")).hasSize(2);
  }

  @Test
  void aValueThatTheSourceHasNotSentNeverReplacesADocument() {
    assertThat(documentsOf("shop.toast"))
        .isEqualTo(Map.of("shop.toast/1", "{\"id\":1,\"bio\":\"long\",\"name\":\"a\"}"));
    assertThat(documentsOf("shop.toast_json"))
        .isEqualTo(Map.of("shop.toast_json/1", "{\"id\":1,\"js\":{\"k\":1},\"blob\":\"AP8=\"}"));
    assertThat(lettersOf("toast")).containsExactly("row:BAD_VALUE");
    assertThat(lettersOf("toast_json")).containsExactly("row:BAD_VALUE");
  }

  @Test
  void keysAndNumbersKeepTheirSignAndTheirSize() throws Exception {
    assertThat(documentsOf("shop.unsigned_key"))
        .isEqualTo(
            Map.of(
                "shop.unsigned_key/9223372036854775807",
                "{\"id\":9223372036854775807,\"v\":\"x\"}",
                "shop.unsigned_key/9223372036854775808",
                "{\"id\":9223372036854775808,\"v\":\"x\"}"));
    assertThat(documents.get("shop.negative/1")).isEqualTo("{\"id\":1,\"d\":-1}");
    assertThat(lines("out/shop/negative", name -> name.startsWith("CDC0")))
        .singleElement()
        .satisfies(row -> assertThat(row.at("/data/0/d").asText()).isEqualTo("-1"))
        .satisfies(row -> assertThat(row.at("/mysqlType/d").asText()).isEqualTo("decimal(65,0)"));
  }

  @Test
  void aDeleteWhoseRowStandsInItsOldValuesDeletes() {
    assertThat(documentsOf("shop.gone")).isEmpty();
    assertThat(lettersOf("gone")).isEmpty();
  }

  @Test
  void kindsOfRowsAreReadInAnyLetterCaseAndOthersAreLetters() {
    assertThat(documentsOf("shop.cases"))
        .isEqualTo(Map.of("shop.cases/1", "{\"id\":1,\"v\":\"y\"}"));
    assertThat(lettersOf("cases")).hasSize(1);
  }

  @Test
  void tablesWhoseNamesAreAlikeKeepTheirDocuments() {
    assertThat(documentsOf("shop.orders"))
        .isEqualTo(Map.of("shop.orders/1", "{\"id\":1,\"v\":\"B\"}"));
    List<String> alike =
        documents.entrySet().stream()
            .filter(document -> document.getKey().matches("shop.*(b\\.c|orders-).*"))
            .map(Map.Entry::getValue)
            .toList();
    assertThat(alike).containsExactlyInAnyOrder("{\"id\":1,\"v\":\"C\"}", "{\"id\":1,\"v\":\"D\"}");
  }

  @Test
  void aRuleForDocumentsThatMatchesNoTableIsReported() {
    assertThat(run.out())
        .contains("rules for tables that no table has matched: 1 (see the warning");
  }
}
