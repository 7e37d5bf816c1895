package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/configuration.md} against the loader: it has every key, no other, and its defaults.
 */
class ConfigurationDocTest {
  /** A row of a table whose first column is a key; the third is its default. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `([^`]+)` \\| [^|]* \\| ([^|]*) \\|.*$", Pattern.MULTILINE);

  /** The same row's key, and its last column but one. */
  private static final Pattern CHANGE =
      Pattern.compile("^\\| `([^`]+)` \\|.*\\| ([^|]*) \\|[^|]*\\|$", Pattern.MULTILINE);

  private static final Pattern VALUE = Pattern.compile("`([^`<]+)`");
  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
  private static final List<String> FREE =
      List.of(
          "pipeline.flink",
          "sources[].properties",
          "control.properties",
          "elasticsearch.new-indices.settings",
          "tables[].columns.mask",
          "elasticsearch.new-indices.tables[].settings",
          "errors.policy[].when");

  private static final String BASE =
      """
      pipeline: {name: shop}
      sources:
        - {type: kafka, bootstrap-servers: "localhost:9092", topics: [shop]}
      storage: {path: out}
      elasticsearch: {hosts: ["http://localhost:9200"]}
      control: {path: control.yaml}
      """;

  @TempDir private Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void setUp() {
    pipelines = new Pipelines(folder);
  }

  @Test
  void documentHasExactlyTheKeysThatTheLoaderKnows() throws Exception {
    assertThat(documented().keySet()).isEqualTo(known());
  }

  @Test
  void everyKeySaysWhatFollowsFromAChange() throws Exception {
    TreeMap<String, String> declared = new TreeMap<>();
    KeyChange.declared().forEach((key, change) -> declared.put(key, change.word()));
    assertThat(declared.keySet()).isEqualTo(known());
    TreeMap<String, String> stated = new TreeMap<>();
    Matcher row = CHANGE.matcher(Files.readString(document()));
    while (row.find()) {
      stated.put(row.group(1), row.group(2).strip());
    }
    assertThat(stated).isEqualTo(declared);
  }

  @TestFactory
  List<DynamicTest> statedDefaultIsTheDefault() throws IOException {
    PipelineConfig byDefault = pipelines.load(BASE);
    List<DynamicTest> tests = new ArrayList<>();
    documented()
        .forEach(
            (key, stated) -> {
              Matcher value = VALUE.matcher(stated);
              if (value.matches()) {
                tests.add(
                    DynamicTest.dynamicTest(
                        key,
                        () ->
                            assertThat(pipelines.load(with(key, value.group(1))))
                                .isEqualTo(byDefault)));
              }
            });
    assertThat(tests).hasSizeGreaterThan(40);
    return tests;
  }

  /** The keys for which a reader asks, of a file that has every section and of a kafka location. */
  private Set<String> known() throws Exception {
    Set<String> asked = new TreeSet<>();
    Path file = pipelines.write(Pipelines.resource("full-pipeline.yaml"));
    PipelineLoader.load(file, Pipelines.ENV, asked::add);
    Path base = pipelines.write(BASE.replace("{path: control.yaml}", "{type: kafka, topic: c}"));
    PipelineLoader.load(base, Pipelines.ENV, asked::add);
    Set<String> general = new TreeSet<>();
    for (String path : asked) {
      String key = INDEX.matcher(path).replaceAll("[]");
      general.add(
          FREE.stream()
              .filter(free -> key.startsWith(free))
              .findFirst()
              .map(f -> f + ".*")
              .orElse(key));
    }
    general.removeIf(
        key -> general.stream().anyMatch(k -> k.startsWith(key + ".") || k.startsWith(key + "[")));
    // these take a word as well as a mapping or a list
    general.addAll(
        List.of("sources[].start", "cursor.values", "errors.policy", "errors.policy[].backoff"));
    return general;
  }

  private static TreeMap<String, String> documented() throws IOException {
    TreeMap<String, String> keys = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(document()));
    while (row.find()) {
      assertThat(keys.put(row.group(1), row.group(2).strip()))
          .as("described twice: " + row.group(1))
          .isNull();
    }
    return keys;
  }

  /** Tests run in the folder of their module. */
  private static Path document() {
    return Path.of("..", "docs", "configuration.md");
  }

  /** The base file, with one more key in it. */
  private static String with(String key, String value) {
    String text = "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    String[] parts = key.split("\\.");
    StringBuilder flow = new StringBuilder();
    int depth = parts[0].equals("sources[]") ? 1 : 0;
    for (int i = 1; i < parts.length; i++) {
      flow.append(parts[i]).append(i + 1 < parts.length ? ": {" : ": " + text);
    }
    flow.append("}".repeat(Math.max(0, parts.length - 2)));
    String inner = flow.toString();
    if (parts.length == 1) {
      return BASE + key + ": " + text + "\n";
    }
    if (depth == 1) {
      return BASE.replace("topics: [shop]}", "topics: [shop], " + inner + "}");
    }
    Pattern section = Pattern.compile("^" + parts[0] + ": \\{(.*)}$", Pattern.MULTILINE);
    Matcher present = section.matcher(BASE);
    return present.find()
        ? present.replaceFirst(
            Matcher.quoteReplacement(parts[0] + ": {" + present.group(1) + ", " + inner + "}"))
        : BASE + parts[0] + ": {" + inner + "}\n";
  }
}
