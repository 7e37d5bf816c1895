package io.spillway.schema;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies one DDL message, however many statements, to a catalogue's tables. */
final class DdlRun {
  /**
   * @param known null for what has no columns: a database or a view
   */
  private record Draft(Known known, String query, int type) {}

  private final Map<TableId, TableHistory> tables;
  private final SchemaChange ddl;
  private final Map<TableId, Known> after = new LinkedHashMap<>();
  private final Map<TableId, Draft> drafts = new LinkedHashMap<>();
  private final Set<TableId> drained = new LinkedHashSet<>();

  /** Tables of a text that nobody understands; that is reported anyway. */
  private final Set<TableId> refused = new LinkedHashSet<>();

  DdlRun(Map<TableId, TableHistory> tables, SchemaChange ddl) {
    this.tables = tables;
    this.ddl = ddl;
  }

  void apply(DdlEffect effect) {
    drained.addAll(effect.tables());
    if (effect instanceof DdlEffect.CreateTable create) {
      create(create);
    } else if (effect instanceof DdlEffect.CreateLike like) {
      Known model = before(existing(like.like()));
      Known old = before(like.table());
      boolean keeps = like.ifNotExists() && old.isWhole();
      put(like.table(), keeps ? old : wholeOnly(model), like.action());
    } else if (effect instanceof DdlEffect.AlterTable alter) {
      alter(alter);
    } else if (effect instanceof DdlEffect.DropTable drop) {
      TableId table = existing(drop.table());
      put(table, before(table).dropped(), drop.action());
    } else if (effect instanceof DdlEffect.TruncateTable truncate) {
      TableId table = existing(truncate.table());
      put(table, before(table), truncate.action());
    } else if (effect instanceof DdlEffect.RenameTable rename) {
      TableId from = existing(rename.from());
      move(from, rename.to(), before(from), rename.action());
    } else if (effect instanceof DdlEffect.ExchangePartition exchange) {
      exchange(exchange);
    } else if (effect instanceof DdlEffect.ConvertPartition convert) {
      convert(convert);
    } else if (effect instanceof DdlEffect.DatabaseChange database) {
      database(database);
    } else if (effect instanceof DdlEffect.ViewChange view) {
      drafts.put(view.view(), new Draft(null, ddl.query(), view.action()));
    } else if (effect instanceof DdlEffect.Touch touch) {
      touch(touch);
    } else if (effect instanceof DdlEffect.RecoverTable recover) {
      Known known = lastDropped(existing(recover.from()));
      put(recover.to(), known.there(), recover.action());
    } else if (effect instanceof DdlEffect.RecoverDatabase recover) {
      recover(recover);
    } else if (effect instanceof DdlEffect.Doubt doubt) {
      doubt(doubt.table());
    } else {
      throw new IllegalStateException("unknown effect: " + effect);
    }
  }

  /** The table as its last DROP has left it, or as it is where that was a TRUNCATE. */
  private Known lastDropped(TableId table) {
    Known here = after.get(table);
    TableHistory history = tables.get(table);
    if (here != null || history == null) {
      return before(table);
    }
    Known dropped = history.lastDropped(ddl.commitTs());
    return dropped == null ? before(table) : dropped;
  }

  /** The tables that the last DROP of the database has taken along. */
  private void recover(DdlEffect.RecoverDatabase recover) {
    drafts.put(recover.to(), new Draft(null, ddl.query(), recover.action()));
    long newest = Long.MIN_VALUE;
    for (TableId table : of(recover.from())) {
      newest = Math.max(newest, droppedAt(table));
    }
    for (TableId table : of(recover.from())) {
      if (newest > Long.MIN_VALUE && droppedAt(table) == newest) {
        Known known = lastDropped(table);
        TableId back = new TableId(recover.to().schema(), table.table());
        after.put(back, known.there());
      }
    }
  }

  private long droppedAt(TableId table) {
    TableHistory history = tables.get(table);
    return history == null ? Long.MIN_VALUE : history.droppedAt(ddl.commitTs());
  }

  /** Columns that its text gives to the table, if it does, stand behind those that were told. */
  void doubtWhatItHas(TableId table) {
    if (drafts.containsKey(table) && !before(table).gone()) {
      doubt(table);
    }
  }

  private void doubt(TableId table) {
    Known known = before(table).doubted();
    after.put(table, known);
    Draft draft = drafts.get(table);
    drafts.put(table, new Draft(known, ddl.query(), draft == null ? 0 : draft.type()));
  }

  private void create(DdlEffect.CreateTable create) {
    Known old = before(create.table());
    boolean keeps = create.ifNotExists() && old.isWhole();
    Known known =
        keeps ? old : new Known(create.columns(), !create.fromQuery(), false, create.binary());
    put(create.table(), known, create.action());
  }

  private void alter(DdlEffect.AlterTable alter) {
    TableId table = existing(alter.table());
    Known known = before(table).apply(alter);
    if (alter.renamedTo().equals(alter.table())) {
      put(table, known, alter.action());
    } else {
      move(table, alter.renamedTo(), known, alter.action());
    }
  }

  private void exchange(DdlEffect.ExchangePartition exchange) {
    TableId partitioned = existing(exchange.partitioned());
    TableId normal = existing(exchange.normal());
    put(partitioned, before(partitioned), exchange.action());
    Known known = before(normal);
    after.put(normal, known);
    drafts.put(normal, new Draft(known, "", DdlAction.NONE));
  }

  private void convert(DdlEffect.ConvertPartition convert) {
    TableId partitioned = existing(convert.partitioned());
    Known known = before(partitioned);
    put(partitioned, known, convert.action());
    if (!convert.toTable()) {
      TableId table = existing(convert.table());
      after.put(table, before(table).dropped());
      return;
    }
    Known made = wholeOnly(known);
    after.put(convert.table(), made);
    // the statement stands once: a reader carries out each that it finds
    drafts.put(convert.table(), new Draft(made, "", DdlAction.NONE));
  }

  private void database(DdlEffect.DatabaseChange change) {
    drafts.put(change.schema(), new Draft(null, ddl.query(), change.action()));
    if (change.action() == DdlAction.DROP_SCHEMA) {
      for (TableId table : of(change.schema())) {
        Known known = before(table);
        if (!known.gone()) {
          after.put(table, known.dropped());
        }
      }
    }
  }

  private void touch(DdlEffect.Touch touch) {
    if (touch.table().isSchema()) {
      drafts.put(touch.table(), new Draft(null, ddl.query(), touch.action()));
      if (!touch.understood()) {
        of(touch.table()).forEach(table -> after.put(table, before(table).doubted()));
      }
      return;
    }
    Known known = before(touch.table());
    put(touch.table(), touch.understood() ? known : known.doubted(), touch.action());
    if (!touch.understood() && !known.columns().isEmpty()) {
      refused.add(touch.table());
    }
  }

  private void put(TableId table, Known known, int type) {
    drained.add(table);
    after.put(table, known);
    drafts.put(table, new Draft(known, ddl.query(), type));
  }

  private void move(TableId from, TableId to, Known known, int type) {
    after.put(from, Known.GONE);
    drained.add(from);
    drafts.remove(from);
    put(to, wholeOnly(known), type);
  }

  /** What another table takes over. */
  private static Known wholeOnly(Known known) {
    return new Known(known.columns(), known.isWhole(), false, known.binary());
  }

  private Known before(TableId table) {
    Known here = after.get(table);
    if (here != null) {
      return here;
    }
    TableHistory history = tables.get(table);
    return history == null ? Known.NOTHING : history.before(ddl.commitTs());
  }

  /**
   * The table that a name means. Only a name that no table has, and that the message doesn't vouch
   * for, is looked up in other letter cases: a source may spell a table's name in a statement
   * otherwise than in its catalogue.
   */
  private TableId existing(TableId written) {
    TableHistory history = tables.get(written);
    boolean known = after.containsKey(written) || (history != null && history.exists());
    if (known || written.equals(ddl.table())) {
      return written;
    }
    TableId found = null;
    for (Map.Entry<TableId, TableHistory> entry : tables.entrySet()) {
      TableId table = entry.getKey();
      if (table.schema().equalsIgnoreCase(written.schema())
          && table.table().equalsIgnoreCase(written.table())
          && entry.getValue().exists()) {
        if (found != null) {
          return written;
        }
        found = table;
      }
    }
    return found == null ? written : found;
  }

  private List<TableId> of(TableId schema) {
    Set<TableId> all = new LinkedHashSet<>(tables.keySet());
    all.addAll(after.keySet());
    all.removeIf(table -> !table.schema().equals(schema.schema()));
    return new ArrayList<>(all);
  }

  List<TableId> drained() {
    if (!ddl.table().isSchema()) {
      drained.add(ddl.table());
    }
    return List.copyOf(drained);
  }

  /** The versions that this DDL begins. */
  Map<TableId, Known> after() {
    return after;
  }

  /**
   * @param until rows up to here, and of no later version, may show what nothing else says
   * @param next where there is none, the first row up to here does
   * @param unknown gets the tables whose columns can't all be told
   */
  List<SchemaVersion> files(long until, long next, Set<TableId> unknown) {
    List<SchemaVersion> files = new ArrayList<>(drafts.size());
    drafts.forEach(
        (table, draft) -> {
          List<Column> columns =
              draft.known() == null
                  ? List.of()
                  : columns(table, draft.known(), behind(table, until, next), unknown);
          TableStructure structure = new TableStructure(table, columns);
          files.add(new SchemaVersion(structure, ddl.commitTs(), draft.query(), draft.type()));
        });
    return files;
  }

  private RowShape behind(TableId table, long until, long next) {
    TableHistory history = tables.get(table);
    return history == null ? null : history.behind(ddl.commitTs(), until, next);
  }

  /**
   * @param row null where none has come
   */
  private List<Column> columns(TableId table, Known known, RowShape row, Set<TableId> unknown) {
    if (known.gone() && !known.columns().isEmpty()) {
      return known.visible();
    }
    Known shown = known.gone() ? known : known.with(row);
    if (!shown.complete() && !refused.contains(table)) {
      unknown.add(table);
    }
    return shown.visible();
  }
}
