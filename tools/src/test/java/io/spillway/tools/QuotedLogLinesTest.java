package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whoever searches a log for a line that a page quotes must find it: each quotation is in the code,
 * word by word, but for its values.
 */
class QuotedLogLinesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> PAGES =
      List.of("runbook", "operations", "guarantees", "sources", "search");

  private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");
  private static final Pattern QUOTATION = Pattern.compile("(?<![\\w=])\"([a-z.][^\"]{14,})\"");

  /** What differs from line to line: dots, capital letters, paths; and where texts meet. */
  private static final Pattern VALUE =
      Pattern.compile("\\.\\.\\.|\\b[A-Z]+\\b|\\S*/\\S*|[:.,()] |[:.,()]$|[()]");

  private static final int LEAST_TO_FIND = 8;
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

  private static String texts() throws IOException {
    StringBuilder texts = new StringBuilder();
    for (String module : List.of("core", "operators", "job", "tools")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String code = Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "");
          LITERAL.matcher(code).results().forEach(text -> texts.append(text.group(1)).append('\n'));
        }
      }
    }
    return texts.toString();
  }

  private static List<String> quotations(String page) throws IOException {
    String text = Files.readString(ROOT.resolve("docs/" + page + ".md"));
    text = CODE_BLOCK.matcher(text).replaceAll("").replace('\n', ' ');
    return QUOTATION.matcher(text).results().map(quoted -> quoted.group(1)).toList();
  }

  @TestFactory
  Stream<DynamicTest> everyQuotationIsInTheCode() throws IOException {
    String code = texts();
    List<DynamicTest> tests =
        PAGES.stream().flatMap(page -> testsOf(page, code)).collect(Collectors.toList());
    assertThat(tests).hasSizeGreaterThan(15);
    return tests.stream();
  }

  private static Stream<DynamicTest> testsOf(String page, String code) {
    try {
      return quotations(page).stream()
          .map(quoted -> DynamicTest.dynamicTest(page + ": " + quoted, () -> find(quoted, code)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void find(String quoted, String code) {
    List<String> pieces =
        VALUE
            .splitAsStream(quoted)
            .map(String::strip)
            .filter(piece -> piece.length() >= LEAST_TO_FIND)
            .toList();
    assertThat(pieces).as(quoted).isNotEmpty().allMatch(code::contains);
  }
}
