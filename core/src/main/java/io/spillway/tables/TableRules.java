package io.spillway.tables;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which tables are delivered and what of them: rules in order, of which the first that matches a
 * table decides. A table that none matches is delivered as it is.
 */
public final class TableRules implements Serializable {
  private static final long serialVersionUID = 1;

  /** Every table as it is. */
  public static final TableRules NONE = new TableRules(List.of());

  private static final Rule AS_IT_IS =
      new Rule(new TableFilter(List.of("*.*")), false, Set.of(), ColumnRules.NONE);

  private final ArrayList<Rule> rules;

  public TableRules(List<Rule> rules) {
    this.rules = new ArrayList<>(rules);
  }

  /**
   * @param match which tables it is for, by their names in the source
   * @param route by which name they are delivered, or that they aren't
   * @param ignored kinds of rows and statements that are left out
   * @param columns what becomes of their columns
   * @param files when their files are due
   * @param line of the pipeline file
   */
  public record Rule(
      TableFilter match,
      Route route,
      Set<EventKind> ignored,
      ColumnRules columns,
      Files files,
      int line)
      implements Serializable {
    /** With names and files as all tables have them. */
    public Rule(TableFilter match, boolean drop, Set<EventKind> ignored, ColumnRules columns) {
      this(match, drop ? Route.NOWHERE : Route.SAME, ignored, columns, Files.AS_ALL, 0);
    }

    public Rule {
      EnumSet<EventKind> kinds = EnumSet.noneOf(EventKind.class);
      kinds.addAll(ignored);
      ignored = kinds;
    }

    /** Whether nothing of these tables is delivered. */
    public boolean drop() {
      return route instanceof Route.Nowhere;
    }

    /** Whether rows are handed on without a look at their content. */
    public boolean keepsRows() {
      return route instanceof Route.Same && columns.isEmpty() && !ignoresRows();
    }

    /** Whether some kinds of rows are left out. */
    public boolean ignoresRows() {
      return ignored.stream().anyMatch(EventKind::isRow);
    }

    /**
     * Whether a statement is left out.
     *
     * @param action TiDB's number of its kind
     */
    public boolean ignoresStatement(int action) {
      return EventKind.ofAction(action).filter(ignored::contains).isPresent();
    }

    /** Whether a table of the rule may be delivered by this name. */
    public boolean gives(TableId name) {
      return route
          .back(name)
          .filter(table -> match.mayChoose(table.schema(), name.isSchema() ? "" : table.table()))
          .isPresent();
    }
  }

  /**
   * When files of some tables are due; 0 for what is as for all.
   *
   * @param fileBytes size at which a file is full
   * @param flushIntervalMs how long a row waits for its file
   */
  public record Files(long fileBytes, long flushIntervalMs) implements Serializable {
    public static final Files AS_ALL = new Files(0, 0);

    public OptionalLong bytes() {
      return fileBytes == 0 ? OptionalLong.empty() : OptionalLong.of(fileBytes);
    }

    public OptionalLong intervalMs() {
      return flushIntervalMs == 0 ? OptionalLong.empty() : OptionalLong.of(flushIntervalMs);
    }
  }

  /** In order. */
  public List<Rule> all() {
    return List.copyOf(rules);
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /** The rule that decides about a table. */
  public Rule of(TableId table) {
    for (Rule rule : rules) {
      if (rule.match().chooses(table)) {
        return rule;
      }
    }
    return AS_IT_IS;
  }

  /** Whether a rule hides values, so that no message may be kept as it came. */
  public boolean hideValues() {
    return rules.stream().anyMatch(rule -> !rule.columns().isEmpty());
  }

  /** Whether a rule gives tables other names. */
  public boolean rename() {
    return rules.stream().anyMatch(rule -> rule.route() instanceof Route.Renamed);
  }

  /**
   * By which name a table is delivered; empty where it isn't. A database is left out only by a rule
   * that has no exceptions: some of its tables may be delivered.
   */
  public Optional<TableId> name(TableId table) {
    Rule rule = of(table);
    boolean partly = table.isSchema() && rule.match().hasExceptions();
    return rule.drop() && partly ? Optional.of(table) : rule.route().of(table);
  }

  /**
   * Whether another table may be delivered by the same name as this one: what becomes of all rows
   * of that name isn't for one of the two to say then.
   */
  public boolean mayShareItsName(TableId table) {
    Optional<TableId> name = name(table);
    return rename() && name.isPresent() && othersOf(table, name.get());
  }

  private boolean othersOf(TableId table, TableId name) {
    Rule own = of(table);
    boolean another =
        rules.stream().anyMatch(rule -> rule != own && !rule.drop() && rule.gives(name));
    Optional<TableId> back = own.route().back(name);
    boolean told = back.isPresent() && !back.get().schema().isEmpty() && !back.get().isSchema();
    boolean asItIs = !name.equals(table) && of(name) == AS_IT_IS;
    return another || asItIs || (!told && !own.match().isOfOne(table, back.orElse(name)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableRules same && rules.equals(same.rules);
  }

  @Override
  public int hashCode() {
    return rules.hashCode();
  }

  @Override
  public String toString() {
    return rules.toString();
  }
}
