package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
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

  /** The same row's key, and the range that its fourth column begins with. */
  private static final Pattern RANGE =
      Pattern.compile(
          "^\\| `([^`]+)` \\|[^|]*\\|[^|]*\\| (?:at least (\\d+ ?[a-z]*)|(\\d+(?: [a-z]+)?) to (\\d+(?: [a-z]+)?))"
              + "(?:[,;].*)? \\|",
          Pattern.MULTILINE);

  private static final Pattern OUT_OF_RANGE = Pattern.compile("^is (?:out of range|not a )|laxer");

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

  /** Keys that may stand in the base file; those of a list or of another type may not. */
  private static final Predicate<String> IN_BASE =
      key ->
          !key.startsWith("tables[]")
              && !key.startsWith("errors.policy[]")
              && !key.equals("errors.dead-letters.max-bytes");

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

  @TestFactory
  List<DynamicTest> statedRangeIsTheRange() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Matcher row = RANGE.matcher(Files.readString(document()));
    while (row.find()) {
      String key = row.group(1);
      String least = row.group(2) == null ? row.group(3) : row.group(2).strip();
      String most = row.group(4);
      if (IN_BASE.test(key)) {
        tests.add(DynamicTest.dynamicTest(key, () -> assertRange(key, least, most)));
      }
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests;
  }

  private void assertRange(String key, String least, String most) {
    assertThat(outOfRange(key, least)).as(least).isFalse();
    assertThat(outOfRange(key, beside(least, -1))).as("less than " + least).isTrue();
    if (most != null) {
      assertThat(outOfRange(key, most)).as(most).isFalse();
      assertThat(outOfRange(key, beside(most, 1))).as("more than " + most).isTrue();
    }
  }

  /** Other keys may contradict the value, with other words. */
  private boolean outOfRange(String key, String value) {
    try {
      Path file = pipelines.write(with(key, value));
      PipelineLoader.load(file, Pipelines.ENV, asked -> {});
      return false;
    } catch (InvalidPipelineException e) {
      return e.faults().stream()
          .filter(fault -> INDEX.matcher(fault.path()).replaceAll("[]").equals(key))
          .anyMatch(fault -> OUT_OF_RANGE.matcher(fault.message()).find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next value in the same unit. */
  private static String beside(String value, int step) {
    String[] parts = value.split(" ", 2);
    String number = Long.toString(Long.parseLong(parts[0]) + step);
    return parts.length == 1 ? number : number + " " + parts[1];
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
