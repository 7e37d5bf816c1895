package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.MetricNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/semantics.md} and {@code docs/failures.md} against the code: every claim in a table
 * names what proves it, and that exists. A proof is {@code Class#method} of a test or the name of a
 * metric, in back quotes.
 */
class ProofsTest {
  /** Tests run in the folder of their module. */
  private static final Path ROOT = Path.of("..");

  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST = Pattern.compile("([A-Z]\\w*(?:Test|ITCase))#(\\w+)");
  private static final Pattern ANNOTATION =
      Pattern.compile("^ {2}@(Test|ParameterizedTest|Property|Example|TestFactory)\\b");
  private static final Pattern SUPERCLASS = Pattern.compile("class \\w+ extends (\\w+)");
  private static final List<String> PATHS =
      List.of(
          "Source to spool",
          "Spool to storage",
          "Spool to search",
          "Dead letters",
          "Cursor events",
          "Control settings",
          "Configuration reload");
  private static final List<String> PROPERTIES =
      List.of("read and write", "delivery", "order", "idempotence", "staleness");
  private static final List<String> SCENARIOS =
      List.of(
          "duplicates",
          "out of order",
          "retries exhausted",
          "poison message",
          "crash before the ack",
          "rollback conflict",
          "stale configuration");

  private final Map<String, String> sources = sources();
  private final Set<String> metrics = metrics();

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve("docs").resolve(name));
  }

  /** Text of every test class by its name. */
  private static Map<String, String> sources() {
    Map<String, String> sources = new HashMap<>();
    for (String module : List.of("core", "operators", "job", "tools", "bench")) {
      try (Stream<Path> tree = Files.walk(ROOT.resolve(module + "/src/test/java"))) {
        for (Path file : tree.filter(path -> path.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          sources.merge(name, Files.readString(file), (one, other) -> one + other);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return sources;
  }

  private static Set<String> metrics() {
    Set<String> names = new HashSet<>();
    for (Field field : MetricNames.class.getDeclaredFields()) {
      if (field.getType() == String.class) {
        try {
          names.add((String) field.get(null));
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
    }
    return names;
  }

  /** What is wrong with the proofs in a text; empty where there is one and all exist. */
  private List<String> faults(String text) {
    List<String> faults = new ArrayList<>();
    int proofs = 0;
    Matcher quoted = QUOTED.matcher(text);
    while (quoted.find()) {
      Matcher test = TEST.matcher(quoted.group(1));
      if (test.matches()) {
        proofs++;
        if (!hasTest(test.group(1), test.group(2))) {
          faults.add("there is no test " + quoted.group(1));
        }
      } else if (metrics.contains(quoted.group(1))) {
        proofs++;
      } else if (quoted.group(1).contains("#")) {
        faults.add("not a test: " + quoted.group(1));
      }
    }
    if (proofs == 0) {
      faults.add("nothing proves it");
    }
    return faults;
  }

  /** A test method of the class or of what it extends. */
  private boolean hasTest(String type, String method) {
    String text = sources.get(type);
    if (text == null) {
      return false;
    }
    if (declaresTest(text.split("\n"), Pattern.compile("^ {2}\\w.*\\b" + method + "\\("))) {
      return true;
    }
    Matcher superclass = SUPERCLASS.matcher(text);
    return superclass.find() && hasTest(superclass.group(1), method);
  }

  /** Above a method's line and below the blank one before it there is an annotation of a test. */
  private static boolean declaresTest(String[] lines, Pattern method) {
    for (int i = 0; i < lines.length; i++) {
      boolean annotated = false;
      for (int above = i - 1; method.matcher(lines[i]).find() && !lines[above].isBlank(); above--) {
        annotated |= ANNOTATION.matcher(lines[above]).find();
      }
      if (annotated) {
        return true;
      }
    }
    return false;
  }

  /** Rows of the tables below a heading, without their heads. */
  private static Map<String, List<List<String>>> tables(String page) {
    Map<String, List<List<String>>> tables = new LinkedHashMap<>();
    String heading = "";
    boolean head = true;
    for (String line : page.split("\n")) {
      if (line.startsWith("#")) {
        heading = line.replaceAll("^#+ ", "");
        head = true;
      } else if (line.startsWith("|--")) {
        head = false;
      } else if (line.startsWith("|") && !head) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.substring(1, line.lastIndexOf('|')).split("\\|")) {
          cells.add(cell.strip());
        }
        tables.computeIfAbsent(heading, h -> new ArrayList<>()).add(cells);
      } else if (!line.startsWith("|")) {
        head = true;
      }
    }
    return tables;
  }

  @Test
  void everyCellOfTheSemanticsHasAProofThatExists() throws IOException {
    Map<String, List<List<String>>> tables = tables(page("semantics.md"));
    assertThat(tables.keySet()).containsAll(PATHS);
    for (String path : PATHS) {
      List<List<String>> rows = tables.get(path);
      assertThat(rows).as(path).extracting(row -> row.get(0)).isEqualTo(PROPERTIES);
      for (List<String> row : rows) {
        assertThat(row).as(path + ": " + row.get(0)).hasSize(3);
        assertThat(row.get(1)).as(path + ": " + row.get(0)).hasSizeGreaterThan(3);
        assertThat(faults(row.get(2))).as(path + ": " + row.get(0)).isEmpty();
      }
    }
  }

  @Test
  void everyScenarioIsShownOnEveryBackend() throws IOException {
    List<List<String>> rows = tables(page("failures.md")).get("Scenarios");
    assertThat(rows.stream().map(row -> row.get(0)).distinct().toList()).isEqualTo(SCENARIOS);
    for (List<String> row : rows) {
      String name = row.get(0) + ", " + row.get(1);
      assertThat(row).as(name).hasSize(5);
      assertThat(faults(row.get(4))).as(name).isEmpty();
    }
  }

  @Test
  void everyFaultHasATestThatExists() throws IOException {
    Map<String, List<List<String>>> tables = tables(page("failures.md"));
    for (String heading : List.of("Messages", "Operation")) {
      assertThat(tables.get(heading)).as(heading).hasSizeGreaterThan(5);
      for (List<String> row : tables.get(heading)) {
        assertThat(row).as(row.get(0)).hasSize(3);
        assertThat(faults(row.get(2))).as(row.get(0)).isEmpty();
      }
    }
  }

  @Test
  void aProofThatIsMissingIsSeen() {
    assertThat(faults("well known")).containsExactly("nothing proves it");
    assertThat(faults("`ProofsTest#nothing`"))
        .containsExactly("there is no test ProofsTest#nothing");
    assertThat(faults("`NoSuchTest#nothing`")).hasSize(1);
    assertThat(faults("`rows_lost_total`")).containsExactly("nothing proves it");
    assertThat(faults("`faults#method`")).contains("not a test: faults#method");
    assertThat(faults("`ProofsTest#metrics`")).as("not a test method").hasSize(1);
    assertThat(faults("`late_rows_total`")).isEmpty();
    assertThat(faults("`ProofsTest#aProofThatIsMissingIsSeen`")).isEmpty();
    assertThat(faults("`SearchSinkContractTest#anAckIsFinal`")).as("inherited").isEmpty();
  }
}
