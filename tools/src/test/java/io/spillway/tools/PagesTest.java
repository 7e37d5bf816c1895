package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.MetricNames;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README and pages against the repository: links lead somewhere, commands and metrics exist. */
class PagesTest {
  /** Tests run in the folder of their module. */
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
  private static final Pattern COMMAND = Pattern.compile("bin/spillway ([a-z][a-z-]*)");
  private static final Pattern METRIC = Pattern.compile("`([a-z]+(?:_[a-z0-9]+)+)(?:\\{[^`]*)?`");
  private static final Pattern OF_A_METRIC =
      Pattern.compile(".*_(total|ms|bytes|rows|count|files|state|ratio|percent)");

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  /** The anchor that a heading gets on the usual hosts. */
  private static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> anchor(heading.group(1)))
        .collect(Collectors.toSet());
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
          broken.add(ROOT.relativize(page) + " -> " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
  }

  @Test
  void everyCommandExists() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path page : pages()) {
      COMMAND.matcher(Files.readString(page)).results().forEach(name -> names.add(name.group(1)));
    }
    // of a module that is not on this class path
    names.remove("bench");
    assertThat(names).hasSizeGreaterThan(8).allMatch(PagesTest::isCommand);
  }

  private static boolean isCommand(String name) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.run(new String[] {name, "--help"}, Map.of(), nowhere, nowhere) == 0;
  }

  /** Words in back quotes that look like a metric are one. */
  @Test
  void everyMetricExists() throws IOException, IllegalAccessException {
    // a field of Debezium's messages looks like one
    Set<String> known = new HashSet<>(List.of("ts_ms"));
    for (Field field : MetricNames.class.getDeclaredFields()) {
      if (field.getType() == String.class) {
        known.add((String) field.get(null));
      }
    }
    List<String> unknown = new ArrayList<>();
    for (Path page : pages()) {
      Matcher metric = METRIC.matcher(Files.readString(page));
      while (metric.find()) {
        String name = metric.group(1);
        if (OF_A_METRIC.matcher(name).matches() && !known.contains(name)) {
          unknown.add(ROOT.relativize(page) + ": " + name);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }
}
