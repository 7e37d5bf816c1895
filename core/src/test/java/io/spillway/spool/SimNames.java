package io.spillway.spool;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.util.List;
import java.util.Set;

/** Rules for the tables of {@link SimUpstream}, and what they mean, said without them. */
enum SimNames {
  AS_THEY_ARE {
    @Override
    TableRules rules() {
      return TableRules.NONE;
    }

    @Override
    TableId name(TableId table) {
      return table;
    }
  },

  /** Delivered tables have the names of those that aren't. */
  IN_PLACE_OF_OTHERS {
    @Override
    TableRules rules() {
      return new TableRules(List.of(drop("ops.*"), as("shop.*", "ops", "{table}")));
    }

    @Override
    TableId name(TableId table) {
      boolean isGone = table.schema().equals("ops") || table.isSchema();
      return isGone ? null : new TableId("ops", table.table());
    }
  },

  /** One table's rows come and go with its name, those of one database have another. */
  SOME_OF_THEM {
    @Override
    TableRules rules() {
      return new TableRules(List.of(drop("*.t1"), as("shop.*", "lake_{schema}", "x{table}")));
    }

    @Override
    TableId name(TableId table) {
      if (table.table().equals("t1")) {
        return null;
      } else if (table.schema().equals("ops")) {
        return table;
      }
      return new TableId("lake_shop", table.isSchema() ? "" : "x" + table.table());
    }
  };

  abstract TableRules rules();

  /** By which name a table or a database is delivered; null where it isn't. */
  abstract TableId name(TableId table);

  private static TableRules.Rule drop(String match) {
    return new TableRules.Rule(new TableFilter(List.of(match)), true, Set.of(), ColumnRules.NONE);
  }

  private static TableRules.Rule as(String match, String schema, String table) {
    return new TableRules.Rule(
        new TableFilter(List.of(match)),
        new Route.Renamed(new NamePart(schema), new NamePart(table)),
        Set.of(),
        ColumnRules.NONE,
        TableRules.Files.AS_ALL,
        1);
  }
}
