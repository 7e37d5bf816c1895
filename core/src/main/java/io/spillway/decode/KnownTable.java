package io.spillway.decode;

import io.spillway.event.DispatcherId;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableShape;
import java.util.List;

/** What the decoder remembers of one dispatcher: its names as they come, and its columns. */
final class KnownTable {
  private enum Columns {
    UNKNOWN,
    /** From a row without types, or one that may lack columns. */
    PARTIAL,
    FULL
  }

  private final long hash;
  private final SourcePartition partition;
  private final byte[] database;
  private final byte[] table;
  private final DispatcherId dispatcher;
  private Columns known = Columns.UNKNOWN;
  private List<TableShape.Column> columns = List.of();
  private long print;
  private String refusal;

  /**
   * @param partition the partition that it is bound to, or null
   */
  KnownTable(
      long hash, SourcePartition partition, Slice database, Slice table, DispatcherId dispatcher) {
    this.hash = hash;
    this.partition = partition;
    this.database = database.copy();
    this.table = table.copy();
    this.dispatcher = dispatcher;
  }

  boolean is(SourcePartition otherPartition, Slice otherDatabase, Slice otherTable) {
    return (partition == otherPartition || (partition != null && partition.equals(otherPartition)))
        && otherTable.is(table)
        && otherDatabase.is(database);
  }

  /** Why its rows can't be delivered, or null where they can. */
  String refusal() {
    return refusal;
  }

  void refuse(String reason) {
    refusal = reason;
  }

  long hash() {
    return hash;
  }

  DispatcherId dispatcher() {
    return dispatcher;
  }

  /**
   * Whether the columns of a row are worth a look.
   *
   * @param full the row shows every column, with types
   * @param otherPrint {@link CanalMessage#shapePrint()} of a full row
   */
  boolean mayDiffer(boolean full, long otherPrint) {
    return full ? known != Columns.FULL || print != otherPrint : known == Columns.UNKNOWN;
  }

  /** Takes note of a row's columns; the shape to announce, or null where it is nothing new. */
  TableShape learn(List<TableShape.Column> seen, boolean full, long seenPrint, long commitTs) {
    known = full ? Columns.FULL : Columns.PARTIAL;
    print = seenPrint;
    if (seen.equals(columns)) {
      return null;
    }
    TableShape shape = new TableShape(dispatcher.table(), commitTs, seen);
    columns = shape.columns();
    return shape;
  }
}
