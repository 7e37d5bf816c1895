package io.spillway.tables;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.schema.TableStructure;
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
   * @param match which tables it is for
   * @param drop whether nothing of them is delivered
   * @param ignored kinds of rows that are left out
   * @param columns what becomes of their columns
   * @param files when their files are due
   */
  public record Rule(
      TableFilter match, boolean drop, Set<RowKind> ignored, ColumnRules columns, Files files)
      implements Serializable {
    /** With files as all tables have them. */
    public Rule(TableFilter match, boolean drop, Set<RowKind> ignored, ColumnRules columns) {
      this(match, drop, ignored, columns, Files.AS_ALL);
    }

    public Rule {
      EnumSet<RowKind> kinds = EnumSet.noneOf(RowKind.class);
      kinds.addAll(ignored);
      ignored = kinds;
    }

    /** Whether rows are handed on without a look at their content. */
    public boolean keepsRows() {
      return !drop && ignored.isEmpty() && columns.isEmpty();
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

  /**
   * A structure as it is delivered; empty where its table isn't. A database is left out only by a
   * rule that has no exceptions: some of its tables may be delivered.
   */
  public Optional<TableStructure> visible(TableStructure structure) {
    TableId table = structure.table();
    Rule rule = of(table);
    if (rule.drop() && !(table.isSchema() && rule.match().hasExceptions())) {
      return Optional.empty();
    }
    return Optional.of(new TableStructure(table, rule.columns().visible(structure.columns())));
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
