package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.search.OnDdl.Documents;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.NameTemplate;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.EventKind;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DdlRuleTest {
  private static final OnDdl BOTH = new OnDdl(Documents.DELETE, Documents.DELETE);

  private static DdlRule rule(OnDdl wanted, String index, Versioning versioning) {
    DocumentConfig d = DocumentConfig.DEFAULT;
    return new DdlRule(
        new DocumentConfig(
            NameTemplate.parse(index), d.id(), versioning, d.longIds(), d.values(), d.maxBytes()),
        wanted,
        new TableFilter(List.of("*.*", "!shop.left_out")));
  }

  private static SchemaChange ddl(String table, String query) {
    return ddl(table, "", query);
  }

  private static SchemaChange ddl(String table, String type, String query) {
    return new SchemaChange(null, 7, new TableId("shop", table), type, query);
  }

  private static final DdlRule RULE = rule(BOTH, "{schema}.{table}", Versioning.COMMIT_TS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE TABLE `t`",
        "/* x */ truncate t",
        "-- x\nTRUNCATE TABLE t",
        "/*!40000 TRUNCATE TABLE t */",
        "DROP TABLE IF EXISTS `shop`.`t`",
        "DROP TABLES t",
        "DROP /* x */ TABLE t",
        "DROP TABLE `t` /* by hand, not by the server */",
        "DROP TABLE `t`; CREATE TABLE t (id INT, v INT)",
        "DROP TABLE \"SHOP\".\"T\" CASCADE CONSTRAINTS PURGE"
      })
  void takesTheDocumentsOfOneTableAway(String statement) {
    assertThat(RULE.effect(ddl("t", statement)))
        .contains(new DdlEffect(new TableId("shop", "t"), "shop.t", 7, statement));
  }

  @Test
  void keepsThemAsTheKeysSay() {
    DdlRule keep =
        rule(new OnDdl(Documents.KEEP, Documents.KEEP), "{schema}.{table}", Versioning.COMMIT_TS);
    assertThat(keep.effect(ddl("t", "TRUNCATE TABLE t"))).isEmpty();
    assertThat(keep.effect(ddl("t", "DROP TABLE t"))).isEmpty();
    assertThat(keep.leavesDocuments(ddl("t", "DROP TABLE t"))).isTrue();
    assertThat(OnDdl.DEFAULT).isEqualTo(new OnDdl(Documents.DELETE, Documents.KEEP));
  }

  @Test
  void neverTouchesAnotherTablesDocuments() {
    for (String index : List.of("{table}", "{schema}", "all", "{schema}.{table}-{tenant}")) {
      assertThat(rule(BOTH, index, Versioning.COMMIT_TS).effect(ddl("t", "TRUNCATE TABLE t")))
          .as(index)
          .isEmpty();
    }
    assertThat(RULE.effect(ddl("t", "DROP TABLE t, u"))).isEmpty();
    assertThat(RULE.effect(ddl("", "DROP DATABASE shop"))).isEmpty();
    assertThat(RULE.effect(ddl("t", "ALTER TABLE t TRUNCATE PARTITION p0"))).isEmpty();
    assertThat(RULE.effect(ddl("left_out", "TRUNCATE TABLE left_out"))).isEmpty();
    assertThat(RULE.leavesDocuments(ddl("left_out", "TRUNCATE TABLE left_out"))).isFalse();
  }

  private static DdlRule routed(String as, String... matches) {
    int dot = as.indexOf('.');
    Route route =
        new Route.Renamed(new NamePart(as.substring(0, dot)), new NamePart(as.substring(dot + 1)));
    TableRules.Rule rule =
        new TableRules.Rule(
            new TableFilter(List.of(matches)),
            route,
            Set.of(),
            ColumnRules.NONE,
            TableRules.Files.AS_ALL,
            1);
    TableRules.Rule none =
        new TableRules.Rule(new TableFilter(List.of("*.*")), true, Set.of(), ColumnRules.NONE);
    DocumentConfig d = DocumentConfig.DEFAULT;
    NameTemplate index = NameTemplate.parse("{schema}.{table}");
    return new DdlRule(
        new DocumentConfig(
            index, d.id(), Versioning.COMMIT_TS, d.longIds(), d.values(), d.maxBytes()),
        BOTH,
        null,
        new TableRules(List.of(rule, none)));
  }

  @Test
  void documentsAreThoseOfTheNewName() {
    SchemaChange truncate = ddl("t", "TRUNCATE TABLE t");

    assertThat(routed("lake.{table}", "shop.*").effect(truncate))
        .hasValueSatisfying(effect -> assertThat(effect.index()).isEqualTo("lake.t"));
    assertThat(routed("lake.{table}", "shop.u").effect(truncate)).isEmpty();
  }

  /** Of two tables' documents those of one aren't told apart. */
  @Test
  void documentsOfATableThatMayShareItsNameStay() {
    SchemaChange truncate = ddl("t", "TRUNCATE TABLE t");
    DdlRule shared = routed("lake.{table}", "s*.*");

    assertThat(shared.effect(truncate)).isEmpty();
    assertThat(shared.leavesDocuments(truncate)).isTrue();
    assertThat(routed("lake.{schema}_{table}", "shop.t").effect(truncate)).isPresent();
  }

  @Test
  void aStatementThatARuleLeavesOutHasNoEffectAndIsNotReported() {
    TableRules.Rule rule =
        new TableRules.Rule(
            new TableFilter(List.of("shop.*")),
            false,
            Set.of(EventKind.TRUNCATE_TABLE, EventKind.DROP_TABLE_PARTITION),
            ColumnRules.NONE);
    DdlRule ignoring =
        new DdlRule(DocumentConfig.DEFAULT, BOTH, null, new TableRules(List.of(rule)));

    SchemaChange truncate = ddl("t", "TRUNCATE TABLE t");
    assertThat(ignoring.effect(truncate)).isEmpty();
    assertThat(ignoring.leavesDocuments(truncate)).isFalse();
    assertThat(ignoring.leavesDocuments(ddl("t", "ALTER TABLE t DROP PARTITION p"))).isFalse();
    assertThat(ignoring.leavesDocuments(ddl("t", "ALTER TABLE t TRUNCATE PARTITION p"))).isTrue();
    assertThat(ignoring.effect(ddl("t", "DROP TABLE t"))).isPresent();
  }

  @Test
  void needsVersionsToTellOldFromNew() {
    assertThat(rule(BOTH, "{schema}.{table}", Versioning.NONE).effect(ddl("t", "TRUNCATE TABLE t")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE TABLE `tr`",
        "DROP TABLE `dr`",
        "drop database shop",
        "RENAME TABLE `test`.`rn` TO `test`.`rn2`",
        "/* by hand */ ALTER TABLE a RENAME TO b",
        "ALTER TABLE a\nDROP PARTITION p1",
        "ALTER ONLINE TABLE a DROP PARTITION p1",
        "ALTER TABLE a /*!50100 TRUNCATE PARTITION p1, p2 */",
        "ALTER TABLE a ADD COLUMN c INT, RENAME = b",
        "ALTER TABLE a CONVERT PARTITION p TO TABLE b",
        "RENAME TABLES a TO b",
        "DROP TABLES t, u"
      })
  void namesStatementsAfterWhichDocumentsStay(String statement) {
    assertThat(RULE.leavesDocuments(ddl("t", statement))).isTrue();
  }

  /** Which no grammar of MySQL's reads: the message's own type has to do. */
  @Test
  void aStatementThatIsNotUnderstoodIsWhatItsMessageSays() {
    SchemaChange drop = ddl("t", "ERASE", "DROP TABLE [shop].[t]");
    SchemaChange rename = ddl("t", "RENAME", "RENAME [t] TO [u]");
    SchemaChange other = ddl("t", "ALTER", "ALTER TABLE [t] DROP PARTITION 1");

    assertThat(RULE.effect(drop)).isPresent();
    assertThat(RULE.effect(rename)).isEmpty();
    assertThat(RULE.leavesDocuments(rename)).isTrue();
    assertThat(RULE.leavesDocuments(other)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (id int)",
        "ALTER TABLE a ADD COLUMN dropped int",
        "ALTER TABLE a RENAME COLUMN x TO y",
        "ALTER TABLE a RENAME INDEX x TO y",
        "ALTER TABLE a RENAME CONSTRAINT x TO y",
        "ALTER TABLE a COMMENT 'rename it or drop partition p'",
        "ALTER TABLE a ADD COLUMN `rename ` INT",
        "DROP TEMPORARY TABLE t",
        "DROP INDEX i ON a"
      })
  void isSilentAboutAllOthers(String statement) {
    assertThat(RULE.leavesDocuments(ddl("t", statement))).isFalse();
    assertThat(RULE.effect(ddl("t", statement))).isEmpty();
  }
}
