package io.spillway.schema;

import java.util.List;

/** One clause of an ALTER TABLE that concerns columns. Names compare case-insensitively. */
public sealed interface ColumnChange {

  /**
   * Where a column goes.
   *
   * @param first before all others
   * @param after behind this column; null for none
   */
  record Place(boolean first, String after) {
    /** Nothing said: a new column goes to the end, an old one stays. */
    static final Place UNSAID = new Place(false, null);
  }

  record Add(ColumnDefinition definition, Place place) implements ColumnChange {}

  /** Only where there is no column of that name. */
  record AddMissing(ColumnDefinition definition, Place place) implements ColumnChange {}

  /**
   * @param binary whether texts that say nothing of their characters are binary from here on
   * @param converts whether those that are there become so, too
   */
  record Charset(boolean binary, boolean converts) implements ColumnChange {}

  record Drop(String name) implements ColumnChange {}

  /** MODIFY and CHANGE: the whole definition is new; membership in the primary key stays. */
  record Replace(String name, ColumnDefinition definition, Place place) implements ColumnChange {}

  record Rename(String name, String to) implements ColumnChange {}

  /**
   * @param json as in {@link Column#defaultJson}; null takes the default away
   */
  record Default(String name, String json) implements ColumnChange {}

  /** These columns become the primary key, and NOT NULL with that. */
  record PrimaryKey(List<String> names) implements ColumnChange {
    public PrimaryKey {
      names = List.copyOf(names);
    }
  }

  /** The key goes; NOT NULL stays. */
  record NoPrimaryKey() implements ColumnChange {}
}
