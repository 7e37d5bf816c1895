package io.spillway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Some hundred statements of TiDB, MySQL and MariaDB, each with the schema files that it makes. */
class DdlCorpusTest {
  private record Case(String sql, String files, boolean refused) {}

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    try (InputStream in = DdlCorpusTest.class.getResourceAsStream("/ddl/statements.txt")) {
      String sql = null;
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (line.startsWith("  ")) {
          cases.add(new Case(sql, line.substring(4).trim(), line.charAt(2) == '!'));
        } else if (!line.startsWith("#")) {
          sql = line;
        }
      }
    }
    return cases;
  }

  private static DdlOutcome outcome(String sql) {
    Catalog catalog = new Catalog();
    catalog.apply(Shown.ddl(5, "test.t2", "create table t2 (k int primary key, w date)"));
    if (!sql.startsWith("CREATE")) {
      String t1 = "create table t1 (a int primary key, b varchar(9), c date)";
      catalog.apply(Shown.ddl(6, "test.t1", t1));
    }
    return catalog.apply(Shown.ddl(10, "test.t1", sql));
  }

  @Test
  void everyStatementMakesItsSchemaFiles() throws IOException {
    for (Case each : cases()) {
      String files =
          outcome(each.sql()).files().stream().map(Shown::file).collect(Collectors.joining(" ; "));
      assertThat(files.trim()).as(each.sql()).isEqualTo(each.files());
    }
  }

  @Test
  void fewAreRefusedAndEachIsReported() throws IOException {
    List<Case> cases = cases();
    int refused = 0;
    for (Case each : cases) {
      boolean is = outcome(each.sql()).warnings().toString().contains("can't be parsed");
      assertThat(is).as(each.sql()).isEqualTo(each.refused());
      refused += is ? 1 : 0;
    }
    assertThat(cases).hasSizeGreaterThan(380);
    assertThat(refused).isLessThanOrEqualTo(cases.size() / 200);
  }
}
