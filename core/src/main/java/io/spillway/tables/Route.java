package io.spillway.tables;

import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.Optional;

/** By which name a table is delivered, if it is. */
public sealed interface Route extends Serializable {
  Route SAME = new Same();
  Route NOWHERE = new Nowhere();

  /**
   * The name of a table or a database; empty where nothing of it is delivered.
   *
   * @param table as the source names it
   */
  Optional<TableId> of(TableId table);

  /**
   * A table that has this name where it is delivered; empty where there is none. A part of its name
   * that the new one doesn't hold is empty.
   */
  Optional<TableId> back(TableId name);

  /** By the name that the source has. */
  record Same() implements Route {
    @Override
    public Optional<TableId> of(TableId table) {
      return Optional.of(table);
    }

    @Override
    public Optional<TableId> back(TableId name) {
      return Optional.of(name);
    }
  }

  /** Not at all. */
  record Nowhere() implements Route {
    @Override
    public Optional<TableId> of(TableId table) {
      return Optional.empty();
    }

    @Override
    public Optional<TableId> back(TableId name) {
      return Optional.empty();
    }
  }

  /** By another name. */
  record Renamed(NamePart schema, NamePart table) implements Route {
    /**
     * A database has another name only where that is made of its own: {@code lake} for all of them
     * would be dropped with the first.
     */
    @Override
    public Optional<TableId> of(TableId id) {
      if (id.isSchema() && (!schema.holds(NamePart.SCHEMA) || schema.holds(NamePart.TABLE))) {
        return Optional.empty();
      }
      return Optional.of(new TableId(schema.of(id), id.isSchema() ? "" : table.of(id)));
    }

    @Override
    public Optional<TableId> back(TableId name) {
      Optional<TableId> bySchema = schema.back(name.schema());
      Optional<TableId> byTable = table.back(name.table());
      if (bySchema.isEmpty() || byTable.isEmpty()) {
        return Optional.empty();
      }
      TableId back =
          new TableId(
              either(bySchema.get().schema(), byTable.get().schema()),
              either(bySchema.get().table(), byTable.get().table()));
      boolean whole = !back.schema().isEmpty() && !back.table().isEmpty();
      return whole && !of(back).equals(Optional.of(name)) ? Optional.empty() : Optional.of(back);
    }

    private static String either(String one, String other) {
      return one.isEmpty() ? other : one;
    }

    @Override
    public String toString() {
      return schema + "." + table;
    }
  }
}
