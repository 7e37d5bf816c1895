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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of the search section that contradict each other, or aren't among what is allowed. */
class SearchFaultsTest {
  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  private static String search(String... lines) {
    StringBuilder yaml =
        new StringBuilder(Pipelines.with("elasticsearch:", "  hosts: ['http://localhost:9200']"));
    for (String line : lines) {
      yaml.append("  ").append(line).append('\n');
    }
    return yaml.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "min-bytes: 1 mb,min-bytes must be at most initial-bytes",
    "initial-bytes: 9 mb,initial-bytes must be at most max-bytes",
    "max-bytes: 65 mb,max-bytes must be at most buffer",
    "min-interval: 6 s,min-interval must be at most max-interval",
  })
  void bulkLimitsAreInOrder(String setting, String rule) {
    assertThat(pipelines.faults(search("bulk: {" + setting + "}")))
        .singleElement()
        .asString()
        .startsWith("10: elasticsearch.bulk." + setting.replace(": ", ": \""))
        .endsWith("contradicts the other: " + rule);
  }

  @Test
  void namesOfTablesSayWhichTablesAndWhatIsOther() {
    assertThat(
            pipelines.faults(
                search(
                    "names:",
                    "  - {index: 'a-{table}'}",
                    "  - {tables: ['shop.*']}",
                    "  - {tables: ['shop.*'], id: '{pk'}")))
        .satisfiesExactly(
            fault -> assertThat(fault).startsWith("11: elasticsearch.names[0].tables: is required"),
            fault -> assertThat(fault).startsWith("12: elasticsearch.names[1].index: is missing"),
            fault ->
                assertThat(fault)
                    .startsWith("13: elasticsearch.names[2].id")
                    .endsWith("braces don't match in: {pk"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reject-rate: {yellow: 0.02}", "latency-p95: {red: 1 s}"})
  void yellowIsBelowRed(String guardrail) {
    assertThat(pipelines.faults(search("bulk: {guardrails: {" + guardrail + "}}")))
        .singleElement()
        .asString()
        .endsWith("contradicts the other: yellow must be below red");
  }

  @Test
  void oneLoginOnly() {
    assertThat(pipelines.faults(search("user: a", "password: bcd", "api-key: cde")))
        .containsExactly("12: elasticsearch.api-key: *** contradicts user; give one of the two");
    assertThat(pipelines.faults(search("password: bcd")))
        .containsExactly("10: elasticsearch.password: *** is given without a user");
    assertThat(pipelines.faults(search("user: a")))
        .containsExactly("10: elasticsearch.user: \"a\" is given without a password");
    assertThat(pipelines.faults(search("api-key: cde"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("badSearchPolicies")
  void searchPoliciesAreChecked(String setting, String fault) {
    assertThat(pipelines.faults(search(setting))).containsExactly("10: elasticsearch." + fault);
  }

  private static List<Arguments> badSearchPolicies() {
    return List.of(
        arguments("long-ids: cut", "long-ids: \"cut\" is not one of hash, dead-letter"),
        arguments(
            "json-columns: json", "json-columns: \"json\" is not one of object, text, flattened"),
        arguments("zero-dates: now", "zero-dates: \"now\" is not one of null, text, dead-letter"),
        arguments(
            "zero-dates: null", "zero-dates: has no value; leave the key out for its default"),
        arguments("compression: zstd", "compression: \"zstd\" is not one of none, gzip"),
        arguments("version: es", "version: \"es\" is not one of commit-ts, none"),
        arguments(
            "unknown-answers: {action: retry}",
            "unknown-answers.action: \"retry\" is laxer than the row search item * unknown: turns"
                + " the dead-letter of failure 10 into retry"),
        arguments(
            "unknown-answers: {attempts: 11}",
            "unknown-answers.attempts: \"11\" is laxer than the row search item * unknown: turns"
                + " the dead-letter of failure 10 into retry"),
        arguments(
            "unknown-answers: {action: fail, attempts: 11}",
            "unknown-answers.attempts: \"11\" is laxer than the row search item * unknown: turns"
                + " the dead-letter of failure 10 into retry"),
        arguments(
            "unknown-answers: {attempts: 0}",
            "unknown-answers.attempts: \"0\" is not a whole number from 1 to 1000"),
        arguments(
            "new-indices: {mappings: '[]'}", "new-indices.mappings: \"[]\" is not a JSON object"),
        arguments(
            "new-indices: {types: mine}",
            "new-indices.types: \"mine\" is not one of columns, engine"),
        arguments(
            "new-indices: {tables: [{mappings: '{}'}]}",
            "new-indices.tables[0].tables: is required, as ['shop.*']"),
        arguments(
            "timestamp-zone: Mars",
            "timestamp-zone: \"Mars\" is not a time zone (as UTC, Europe/Berlin or +08:00)"),
        arguments(
            "new-indices: {settings: {gc_deletes: 5s}}",
            "new-indices.settings.gc_deletes: \"5s\" must not be set: delete-retention sets it"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{attempts: 1}", "{action: fail}", "{action: fail, attempts: 10}"})
  void unknownAnswersMayBeTakenMoreStrictly(String setting) {
    assertThat(pipelines.faults(search("unknown-answers: " + setting))).isEmpty();
  }

  @Test
  void hostsAreHttpAndHoldNoPassword() {
    assertThat(
            pipelines.faults(
                Pipelines.with("elasticsearch: {hosts: ['a:9200', 'http://u:hush@b:9200']}")))
        .hasSize(2)
        .allMatch(fault -> fault.contains("is not a host (as https://search:9200"))
        .noneMatch(fault -> fault.contains("hush"));
  }
}
