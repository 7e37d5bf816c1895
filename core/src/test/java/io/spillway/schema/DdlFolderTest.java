package io.spillway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The statements about tables in a folder of {@code .sql} and {@code .test} files, as the
 * repositories of TiCDC, TiDB and MySQL have them: {@code -Dspillway.ddl.folder=FOLDER}. Those that
 * a test says the server refuses don't count.
 */
@EnabledIfSystemProperty(named = "spillway.ddl.folder", matches = ".+")
class DdlFolderTest {
  private static final Pattern ABOUT_TABLES =
      Pattern.compile(
          "(?:\\s|/\\*(?![!T]).*?\\*/)*+(?:CREATE|ALTER|DROP|RENAME|TRUNCATE|RECOVER|FLASHBACK)\\s+"
              + "(?!USER|ROLE|SERVER|RESOURCE|TABLESPACE|UNDO|LOGFILE).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Texts in quotes, comments, and what stands between. */
  private static final Pattern PART =
      Pattern.compile(
          "'(?:[^'\\\\]|\\\\.)*+'|\"(?:[^\"\\\\]|\\\\.)*+\"|`[^`]*+`|/\\*.*?\\*/|(?:#|-- )[^\\n]*+|;|.",
          Pattern.DOTALL);

  /** What the client of the tests reads itself, with the mark of a statement that must fail. */
  private static final Pattern COMMAND = Pattern.compile("(?mi)^[ \\t]*(?:--|delimiter\\b).*$");

  private static final String FAILS = "\u0001";

  private static List<String> statements(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    String plain =
        COMMAND
            .matcher(text)
            .replaceAll(found -> found.group().matches("\\s*--\\s*error.*") ? FAILS : "");
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    Matcher parts = PART.matcher(plain);
    while (parts.find()) {
      if (!parts.group().equals(";")) {
        statement.append(parts.group());
        continue;
      }
      if (statement.indexOf(FAILS) < 0) {
        statements.add(statement.toString().strip());
      }
      statement.setLength(0);
    }
    return statements;
  }

  @Test
  void atMostHalfAPercentIsRefused() throws IOException {
    Set<String> all = new LinkedHashSet<>();
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty("spillway.ddl.folder")))) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(sql|test)")).toList()) {
        statements(file).stream()
            .filter(sql -> ABOUT_TABLES.matcher(sql).matches())
            .filter(sql -> !sql.contains("$"))
            .forEach(all::add);
      }
    }
    DdlParser parser = new DdlParser();
    List<String> refused =
        all.stream()
            .filter(sql -> parser.parse(sql, Shown.id("test.t1")).problem() != null)
            .toList();
    System.out.printf("%d statements, %d refused: %s%n", all.size(), refused.size(), refused);
    assertThat(refused).hasSizeLessThanOrEqualTo(all.size() / 200);
  }
}
