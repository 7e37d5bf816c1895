package io.spillway.schema;

import static io.spillway.schema.Shown.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DdlParserTest {
  private final DdlParser parser = new DdlParser();

  private List<DdlEffect> effects(String sql) {
    ParsedDdl parsed = parser.parse(sql, id("db.t"));
    assertThat(parsed.problem()).as(sql).isNull();
    return parsed.effects();
  }

  @Test
  void effectsComeInTheOrderOfTheStatements() {
    assertThat(effects("drop table a, x.b; truncate c; rename table d to e, f to X.G"))
        .containsExactly(
            new DdlEffect.DropTable(id("db.a")),
            new DdlEffect.DropTable(id("x.b")),
            new DdlEffect.TruncateTable(id("db.c")),
            new DdlEffect.RenameTable(id("db.d"), id("db.e")),
            new DdlEffect.RenameTable(id("db.f"), id("X.G")));
  }

  @Test
  void aChosenDatabaseHoldsForWhatFollows() {
    assertThat(effects("drop table a; use `O`; drop table a; drop table db.a"))
        .extracting(DdlEffect::tables)
        .containsExactly(List.of(id("db.a")), List.of(id("O.a")), List.of(id("db.a")));
  }

  @Test
  void quotedNamesLoseTheirQuotesAndKeepEverythingElse() {
    assertThat(effects("drop table `a``b`.`C d/e`, \"x\"\"y\".z, `库`.`表<1>`"))
        .extracting(effect -> effect.tables().get(0))
        .containsExactly(new TableId("a`b", "C d/e"), id("x\"y.z"), id("库.表<1>"));
  }

  @Test
  void aRefusalTouchesWhatTheMessageNames() {
    ParsedDdl parsed = parser.parse("alter table other drop\n  colunm b", id("db.t"));

    assertThat(parsed.effects()).containsExactly(new DdlEffect.Touch(id("db.t"), false));
    assertThat(parsed.problem()).isEqualTo("line 2:9 near 'b'");
  }

  @Test
  void oneBadStatementDoesNotCostWhatTheOthersSay() {
    ParsedDdl parsed = parser.parse("alter table t drop a; alter table", id("db.t"));

    assertThat(parsed.effects())
        .containsExactly(
            new DdlEffect.AlterTable(
                id("db.t"),
                List.of(new ColumnChange.Drop("a")),
                List.of(new ColumnChange.Drop("a")),
                id("db.t"),
                DdlAction.DROP_COLUMN),
            new DdlEffect.Touch(id("db.t"), false));
    assertThat(parsed.problem()).endsWith("near its end");
  }

  @Test
  void aNameOfThreePartsIsTheSchemasTable() {
    TableId named = new TableId("DEBEZIUM", "CUSTOMERS");
    String create =
        "CREATE TABLE \"ORCLPDB1\".\"DEBEZIUM\".\"CUSTOMERS\" (\"ID\" INT, \"AMT\" NUMBER)";
    ParsedDdl parsed = parser.parse(create, named);
    assertThat(parsed.effects())
        .singleElement()
        .isInstanceOfSatisfying(
            DdlEffect.CreateTable.class,
            table -> {
              assertThat(table.table()).isEqualTo(named);
              assertThat(table.columns())
                  .extracting(c -> c.column().name() + " " + c.column().type())
                  .containsExactly("ID INT", "AMT DECIMAL");
              assertThat(table.fromQuery()).as("rows may show other types").isTrue();
            });
    assertThat(parser.parse("ALTER TABLE db.dbo.t ADD c INT", id("dbo.t")).effects())
        .extracting(DdlEffect::tables)
        .containsExactly(List.of(id("dbo.t")));
    assertThat(parser.parse("DROP TABLE db.dbo.t", id("dbo.t")).effects())
        .containsExactly(new DdlEffect.DropTable(id("dbo.t")));
  }

  @Test
  void whatConcernsNoTableIsUnderstood() {
    assertThat(effects("create procedure p() begin drop table x; select 1; end"))
        .containsExactly(new DdlEffect.Touch(id("db.t"), true));
  }

  @Test
  void nestingHasALimit() {
    String fits = "(".repeat(99) + "1" + ")".repeat(99);
    assertThat(effects("alter table t add c int default (" + fits + ")")).hasSize(1);
    String tooDeep = "((" + fits + "))";
    assertThat(parser.parse("create view v as select " + tooDeep, id("db.t")).problem())
        .contains("100 parentheses");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'it''s'|it's",
        "'a\\tb\\\\c\\'d\\%'|a\tb\\\\c'd\\\\%",
        "\"say \"\"x\"\"\"|say \\\"x\\\"",
        "N'é'|é",
        "_utf8mb4'z'|z",
        "'a' 'b'|ab",
        "-1.50|-1.50",
        "1e3|1e3",
        "b'101'|b'101'",
        "0x4A|0x4A",
        "false|0",
        "timestamp '2020-01-02 03:04:05'|2020-01-02 03:04:05",
        "(1 +  2)|1 +  2",
        "localtime|CURRENT_TIMESTAMP"
      })
  void everyDefaultBecomesAJsonString(String literal, String text) {
    var alter =
        (DdlEffect.AlterTable) effects("alter table t add c varchar(9) default " + literal).get(0);
    var add = (ColumnChange.Add) alter.changes().get(0);
    String json = text.replace("\t", "\\t");
    assertThat(add.definition().column().defaultJson()).isEqualTo('"' + json + '"');
  }

  @Test
  void wordsOfTidbAreNamesWhereTheyMustBe() {
    var create =
        (DdlEffect.CreateTable)
            effects("create table t (clustered int, auto_random bigint auto_random(3), ttl int)")
                .get(0);
    assertThat(create.columns().stream().map(c -> c.column().name()))
        .containsExactly("clustered", "auto_random", "ttl");
  }

  /** Each of these took the grammar from ten seconds to hours. */
  @Test
  void textsMadeToKeepTheParserBusyDoNot() {
    TableId table = new TableId("s", "t");
    String unions = "CREATE TABLE t AS " + "SELECT 1 UNION ".repeat(500) + "SELECT 1";
    assertThat(new DdlParser().parse(unions, table).problem()).isNull();
    String calls = "CREATE TABLE t (a INT DEFAULT (" + "abs(".repeat(90) + "1" + ")".repeat(92);
    assertThat(new DdlParser().parse(calls, table).problem()).isNull();
    for (String sign : new String[] {"NOT ", "- ", "! ", "~ ", "+ - "}) {
      String signs = "CREATE TABLE t (a INT CHECK (" + sign.repeat(20_000) + "1))";
      assertThat(new DdlParser().parse(signs, table).problem())
          .isEqualTo("more than 20 signs before an operand");
    }
  }

  @Test
  void aReasonQuotesTheBeginningOfALongToken() {
    String sql = "CREATE TABLE " + "x".repeat(1_000_000) + " = ";
    assertThat(new DdlParser().parse(sql, new TableId("s", "t")).problem())
        .startsWith("line 1:")
        .hasSizeLessThan(200);
    assertThat(Refusal.start("x".repeat(1000))).hasSize(103).endsWith("x...");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE s.`` (a INT)", "CREATE TABLE ``.t (a INT)", "CREATE TABLE `` (a INT)",
        "DROP TABLE s.``", "RENAME TABLE s.t TO s.``", "ALTER TABLE s.`` ADD COLUMN b INT",
        "CREATE DATABASE ``", "CREATE VIEW s.`` AS SELECT 1", "TRUNCATE TABLE ``.``"
      })
  void anEmptyNameIsNoDatabase(String sql) {
    assertThat(parser.parse(sql, id("s.t")))
        .isEqualTo(new ParsedDdl(List.of(new DdlEffect.Touch(id("s.t"), false)), "an empty name"));
  }
}
