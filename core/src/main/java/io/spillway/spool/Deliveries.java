package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.schema.Catalog;
import io.spillway.schema.Column;
import io.spillway.schema.DdlAction;
import io.spillway.schema.DdlOutcome;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.SchemaVersion;
import io.spillway.schema.StatementText;
import io.spillway.schema.TableStructure;
import io.spillway.tables.TableRules;
import io.spillway.tables.UnmatchedRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Statements and structures as they are delivered. The catalogue knows all tables by their names in
 * the source, those that aren't delivered among them, as a statement may give the columns of one to
 * another; rows, versions and files have the names that the rules give.
 */
final class Deliveries {
  /** Statements about all rows of a name, and those that begin it. */
  private static final Set<Integer> NOT_OF_COLUMNS =
      Set.of(
          DdlAction.CREATE_TABLE,
          DdlAction.DROP_TABLE,
          DdlAction.TRUNCATE_TABLE,
          DdlAction.RENAME_TABLE,
          DdlAction.RECOVER_TABLE,
          DdlAction.EXCHANGE_PARTITION,
          DdlAction.TRUNCATE_PARTITION,
          DdlAction.DROP_PARTITION);

  private final TableRules rules;
  private final Catalog catalog;
  private final Consumer<String> warnings;
  private final UnmatchedRules unmatched;

  /** Of each name the tables that have it, where rules give names. */
  private final Map<TableId, Set<TableId>> origins = new HashMap<>();

  /**
   * @param warnings gets a sentence for each statement that can't be handed on
   */
  Deliveries(TableRules rules, Catalog catalog, Consumer<String> warnings) {
    this.rules = rules;
    this.catalog = catalog;
    this.warnings = warnings;
    this.unmatched = new UnmatchedRules(rules);
    catalog.tables().forEach(this::met);
  }

  /** A row or a statement has shown that there is this table. */
  void met(TableId table) {
    if (rules.isEmpty()) {
      return;
    }
    unmatched.met(table);
    if (rules.rename() && !table.isSchema()) {
      rules
          .name(table)
          .ifPresent(name -> origins.computeIfAbsent(name, n -> new TreeSet<>()).add(table));
    }
  }

  UnmatchedRules unmatched() {
    return unmatched;
  }

  /** By which name a table is delivered; empty where it isn't. */
  Optional<TableId> name(TableId table) {
    return rules.name(table);
  }

  /** What must be written before a statement's files, by the names of rows. */
  List<TableId> drained(DdlOutcome outcome) {
    if (!rules.rename()) {
      return outcome.drained();
    }
    Set<TableId> names = new LinkedHashSet<>();
    for (TableId table : outcome.drained()) {
      name(table).ifPresent(names::add);
      if (table.isSchema()) {
        origins.forEach(
            (name, tables) -> {
              if (tables.stream().anyMatch(each -> each.schema().equals(table.schema()))) {
                names.add(name);
              }
            });
      }
    }
    return List.copyOf(names);
  }

  /**
   * The schema file of one of a statement's tables.
   *
   * @param name by which the table is delivered
   */
  SchemaFile file(SchemaVersion version, TableId name, SchemaChange ddl, DdlOutcome outcome) {
    TableId table = version.structure().table();
    List<Column> columns = visible(version.structure());
    if (rules.isEmpty() || version.query().isEmpty()) {
      return new SchemaFile(
          new TableStructure(name, columns), version.version(), version.query(), version.type());
    }
    if (rules.of(table).ignoresStatement(version.type())) {
      warnings.accept(
          "DDL of %s at %d is left out, as events.ignore of section tables says: its schema file has the columns and no statement: %s"
              .formatted(table, ddl.commitTs(), ddl.query()));
      return new SchemaFile(
          new TableStructure(name, columns), version.version(), "", DdlAction.NONE);
    }
    List<TableId> others = others(table, version.version());
    boolean leads =
        !NOT_OF_COLUMNS.contains(version.type())
            && others.stream().noneMatch(other -> isLike(columns, other, version.version()));
    StatementText.Result text =
        StatementText.of(
            ddl,
            table,
            outcome.drained(),
            new AtStatement(version.version(), leads ? table : null));
    if (text instanceof StatementText.Result.Text sql) {
      return new SchemaFile(
          new TableStructure(name, columns), version.version(), sql.sql(), version.type());
    }
    String why = ((StatementText.Result.None) text).why();
    warnings.accept(
        "DDL of %s at %d can't be handed on to readers of %s, as %s: its schema file has the columns from then on and no statement. Carry out by hand what the readers need of it: %s"
            .formatted(table, ddl.commitTs(), name, why, ddl.query()));
    boolean goes = version.type() == DdlAction.DROP_TABLE && !others.isEmpty();
    List<Column> left = goes ? structure(others.get(0), version.version()) : columns;
    return new SchemaFile(new TableStructure(name, left), version.version(), "", DdlAction.NONE);
  }

  /** The columns of a name's rows before its first statement, as far as rows up to then show. */
  TableStructure structure(TableId name, long version, long until) {
    for (TableId table : tablesOf(name)) {
      List<Column> columns = visible(catalog.structure(table, version, until));
      if (!columns.isEmpty()) {
        return new TableStructure(name, columns);
      }
    }
    return new TableStructure(name, List.of());
  }

  /**
   * Whether tables that have one name differ in their columns, so that rows of both don't belong
   * into one file: a sentence that says what to do; empty where all is well.
   *
   * @param version of the file
   * @param until commit timestamp of its newest row, or later
   */
  Optional<String> apart(TableId name, long version, long until) {
    Set<TableId> tables = origins.getOrDefault(name, Set.of());
    TableId first = null;
    List<String> columns = List.of();
    for (TableId table : tables.size() < 2 ? Set.<TableId>of() : tables) {
      List<String> here = words(visible(catalog.whole(table, version, until)));
      if (here.isEmpty() || here.equals(columns)) {
        continue;
      }
      if (first != null) {
        return Optional.of(apart(name, version, first, columns, table, here));
      }
      first = table;
      columns = here;
    }
    return Optional.empty();
  }

  private static String apart(
      TableId name,
      long version,
      TableId one,
      List<String> columns,
      TableId other,
      List<String> others) {
    List<String> onlyOne = new ArrayList<>(columns);
    onlyOne.removeAll(others);
    List<String> onlyOther = new ArrayList<>(others);
    onlyOther.removeAll(columns);
    String difference =
        onlyOne.isEmpty() && onlyOther.isEmpty()
            ? "they have them in another order"
            : "%s has %s, %s has %s".formatted(one, onlyOne, other, onlyOther);
    return "%s and %s are both delivered as %s, and behind DDL %d their columns differ: %s. Leave what differs out by columns.exclude in section tables, or start anew, in another bucket, with rules that give them different names"
        .formatted(one, other, name, version, difference);
  }

  private Collection<TableId> tablesOf(TableId name) {
    return rules.rename() ? origins.getOrDefault(name, Set.of()) : Set.of(name);
  }

  /** The other tables that have the same name as this one, and exist right behind a statement. */
  private List<TableId> others(TableId table, long commitTs) {
    Set<TableId> all =
        name(table).map(name -> origins.getOrDefault(name, Set.of())).orElse(Set.of());
    if (all.size() < 2) {
      return List.of();
    }
    return all.stream()
        .filter(other -> !other.equals(table) && catalog.exists(other, commitTs))
        .toList();
  }

  private boolean isLike(List<Column> columns, TableId other, long version) {
    return words(columns).equals(words(structure(other, version)));
  }

  private List<Column> structure(TableId table, long version) {
    return visible(catalog.structure(table, version, version));
  }

  private List<Column> visible(TableStructure structure) {
    return rules.of(structure.table()).columns().visible(structure.columns());
  }

  /** What two tables of one name must have in common: names, types, key, and their order. */
  private static List<String> words(List<Column> columns) {
    return columns.stream()
        .map(
            column ->
                column.name().toLowerCase(Locale.ROOT)
                    + (column.type().isEmpty() ? "" : " " + column.type())
                    + (column.primaryKey() ? " (key)" : ""))
        .toList();
  }

  /**
   * @param leading its statement is the first of those that the tables of its name will have; null
   *     for none
   */
  private final class AtStatement implements StatementText.Naming {
    private final long commitTs;
    private final TableId leading;

    AtStatement(long commitTs, TableId leading) {
      this.commitTs = commitTs;
      this.leading = leading;
    }

    @Override
    public Optional<TableId> name(TableId table) {
      return Deliveries.this.name(table);
    }

    @Override
    public boolean isShared(TableId table) {
      return !table.equals(leading) && !others(table, commitTs).isEmpty();
    }
  }
}
