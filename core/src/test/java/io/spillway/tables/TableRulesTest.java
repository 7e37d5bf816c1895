package io.spillway.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableRulesTest {
  private static final TableId USERS = new TableId("shop", "users");

  private static TableRules.Rule as(String name, String... matches) {
    int dot = name.indexOf('.');
    return new TableRules.Rule(
        new TableFilter(List.of(matches)),
        new Route.Renamed(
            new NamePart(name.substring(0, dot)), new NamePart(name.substring(dot + 1))),
        Set.of(),
        ColumnRules.NONE,
        TableRules.Files.AS_ALL,
        1);
  }

  private static TableRules.Rule drop(String match) {
    return new TableRules.Rule(new TableFilter(List.of(match)), true, Set.of(), ColumnRules.NONE);
  }

  private static TableRules rules(TableRules.Rule... rules) {
    return new TableRules(List.of(rules));
  }

  @Test
  void namesAreMadeOfTheOldOnes() {
    assertThat(rules(as("lake.{schema}_{table}", "shop.*")).name(USERS))
        .contains(new TableId("lake", "shop_users"));
    assertThat(rules(as("{schema}_x.{table}", "shop.*")).name(USERS))
        .contains(new TableId("shop_x", "users"));
    assertThat(rules(as("lake.{table}", "crm.*")).name(USERS)).contains(USERS);
    assertThat(rules(drop("shop.*"), as("lake.{table}", "*.*")).name(USERS)).isEmpty();
    assertThat(rules(as("lake.{table}", "*.*")).name(new TableId("s", "{schema}")))
        .contains(new TableId("lake", "{schema}"));
  }

  @Test
  void aDatabaseFollowsOnlyWhereItsNameIsMadeOfItsOwn() {
    TableId shop = USERS.ofSchema();

    assertThat(rules(as("{schema}_x.{table}", "shop.*")).name(shop))
        .contains(new TableId("shop_x", ""));
    assertThat(rules(as("lake.{table}", "shop.*")).name(shop)).isEmpty();
    assertThat(rules(as("{schema}_{table}.t", "shop.*")).name(shop)).isEmpty();
    assertThat(rules(as("lake.{table}", "crm.*")).name(shop)).contains(shop);
  }

  @Test
  void aRuleGivesTheNamesThatItsTablesCanHave() {
    TableRules.Rule rule = as("lake.x_{table}", "shop.u*", "!shop.uu");

    assertThat(rule.gives(new TableId("lake", "x_users"))).isTrue();
    assertThat(rule.gives(new TableId("lake", "x_orders"))).isFalse();
    assertThat(rule.gives(new TableId("lake", "users"))).isFalse();
    assertThat(rule.gives(new TableId("shop", "users"))).isFalse();
    assertThat(as("{schema}_x.{table}", "shop.*", "!shop.uu").gives(new TableId("shop_x", "uu")))
        .isFalse();
    assertThat(drop("*.*").gives(USERS)).isFalse();
  }

  @Test
  void aNameIsSharedWhereAnotherTableMayHaveIt() {
    TableRules.Rule rest = drop("*.*");
    assertThat(rules(as("lake.{table}", "shop.*"), rest).mayShareItsName(USERS)).isFalse();
    assertThat(rules(as("{schema}_x.{table}", "*.*")).mayShareItsName(USERS)).isFalse();
    assertThat(rules(as("lake.all", "shop.users"), rest).mayShareItsName(USERS)).isFalse();

    assertThat(rules(as("lake.{table}", "shop.*")).mayShareItsName(USERS))
        .as("a table lake.users of the source")
        .isTrue();
    assertThat(rules(as("lake.{table}", "s*.*"), rest).mayShareItsName(USERS)).isTrue();
    assertThat(rules(as("lake.all", "shop.*"), rest).mayShareItsName(USERS)).isTrue();
    assertThat(rules(as("lake.{schema}_{table}", "*.*")).mayShareItsName(USERS))
        .as("of a.b_c and a_b.c")
        .isTrue();
    assertThat(
            rules(as("lake.users", "crm.people"), as("lake.{table}", "shop.*"), rest)
                .mayShareItsName(USERS))
        .isTrue();
  }
}
