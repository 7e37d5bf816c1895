package io.spillway.decode;

import io.spillway.event.DispatcherId;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;

/**
 * Finds the dispatcher of a row by the raw bytes of its names, without making strings. It holds at
 * most {@link #MAX_TABLES} dispatchers, then it starts over: their shapes are announced again.
 */
final class TableCache {
  static final int MAX_TABLES = 65_536;

  private final boolean perPartition;
  private final TableRule rule;
  private KnownTable[] slots = new KnownTable[256];
  private int size;
  private KnownTable last;

  TableCache(DispatcherBy by, TableRule rule) {
    this.rule = rule;
    perPartition = by == DispatcherBy.TABLE_AND_PARTITION;
  }

  KnownTable find(SourcePartition from, Slice database, Slice table) {
    SourcePartition partition = perPartition ? from : null;
    KnownTable same = last;
    if (same == null || !same.is(partition, database, table)) {
      same = lookUp(partition, database, table);
      last = same;
    }
    return same;
  }

  int size() {
    return size;
  }

  private KnownTable lookUp(SourcePartition partition, Slice database, Slice table) {
    long hash = Swar.mix(database.hash()) ^ table.hash();
    if (partition != null) {
      hash = Swar.mix(hash ^ partition.hashCode());
    }
    int slot = slot(hash);
    for (KnownTable at = slots[slot]; at != null; at = slots[slot]) {
      if (at.hash() == hash && at.is(partition, database, table)) {
        return at;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return add(hash, partition, database, table);
  }

  private KnownTable add(long hash, SourcePartition partition, Slice database, Slice table) {
    if (size == MAX_TABLES) {
      slots = new KnownTable[256];
      size = 0;
    } else if (size * 2 >= slots.length) {
      grow();
    }
    TableId id = new TableId(database.toString(), table.toString());
    DispatcherId dispatcher =
        partition == null ? DispatcherId.of(id) : DispatcherId.of(id, partition);
    KnownTable known = new KnownTable(hash, partition, database, table, dispatcher);
    known.refuse(rule.refusal(id).orElse(null));
    put(known);
    size++;
    return known;
  }

  private void grow() {
    KnownTable[] old = slots;
    slots = new KnownTable[old.length * 2];
    for (KnownTable known : old) {
      if (known != null) {
        put(known);
      }
    }
  }

  private void put(KnownTable known) {
    int slot = slot(known.hash());
    while (slots[slot] != null) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = known;
  }

  private int slot(long hash) {
    return (int) (hash >>> 32) & (slots.length - 1);
  }
}
