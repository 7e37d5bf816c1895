package io.spillway.tables;

import io.spillway.schema.DdlAction;
import java.util.Locale;
import java.util.Optional;

/**
 * What an event does to a table, as TiCDC's event filter names it. Of statements only those are
 * here that leave the columns as they are: rows behind any other one would not fit their version.
 */
public enum EventKind {
  INSERT,
  UPDATE,
  DELETE,
  TRUNCATE_TABLE(DdlAction.TRUNCATE_TABLE),
  DROP_TABLE(DdlAction.DROP_TABLE),
  TRUNCATE_TABLE_PARTITION(DdlAction.TRUNCATE_PARTITION),
  DROP_TABLE_PARTITION(DdlAction.DROP_PARTITION);

  private static final int ROW = -1;

  private final int action;

  EventKind() {
    this(ROW);
  }

  EventKind(int action) {
    this.action = action;
  }

  /** As it stands in a pipeline file: {@code truncate table}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Whether it is a change of a row. */
  public boolean isRow() {
    return action == ROW;
  }

  /**
   * That of a word of a pipeline file; {@code truncate} and {@code drop} are those of the table.
   */
  public static Optional<EventKind> ofWord(String word) {
    for (EventKind kind : values()) {
      if (kind.word().equals(word) || (!kind.isRow() && kind.word().equals(word + " table"))) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /**
   * That of a kind of statement; empty for one that can't be left out.
   *
   * @param action TiDB's number, of {@link DdlAction}
   */
  public static Optional<EventKind> ofAction(int action) {
    for (EventKind kind : values()) {
      if (!kind.isRow() && kind.action == action) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
