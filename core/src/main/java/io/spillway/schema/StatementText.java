package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.schema.TableReferences.Reference;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The text of a statement for those who know its tables by the names by which they are delivered.
 * What can't be said by those names exactly isn't said at all. Not thread-safe.
 */
public final class StatementText {
  /** By which name a table is delivered. */
  public interface Naming {
    /** Empty for one that isn't delivered. */
    Optional<TableId> name(TableId table);

    /**
     * Whether rows of another table have the same name, so that the statement is for half of it.
     */
    boolean isShared(TableId table);
  }

  /** Either. */
  public sealed interface Result {
    /** A text to carry out. */
    record Text(String sql) implements Result {}

    /**
     * There is none.
     *
     * @param why words for a log, as in {@code it names shop.a, which isn't delivered}
     */
    record None(String why) implements Result {}
  }

  private final String sql;
  private final Naming naming;

  private StatementText(String sql, Naming naming) {
    this.sql = sql;
    this.naming = naming;
  }

  /**
   * The text for the readers of one table.
   *
   * @param table of the statement's tables the one, by its name in the source
   * @param touched all tables of the statement, as {@link DdlOutcome#drained} has them
   */
  public static Result of(
      SchemaChange ddl, TableId table, Collection<TableId> touched, Naming naming) {
    StatementText text = new StatementText(ddl.query(), naming);
    MySqlGrammar.Reading<QueriesContext> reading =
        ddl.isOfOtherSql() ? null : MySqlGrammar.statements(ddl.query());
    if (reading != null && reading.problem() == null) {
      TableReferences references = TableReferences.in(reading.tree(), ddl.table());
      boolean stays =
          touched.stream().noneMatch(text::isChanged)
              && references.all().stream().noneMatch(each -> text.isChanged(each.table()));
      return stays ? new Result.Text(ddl.query()) : text.of(references, table);
    }
    boolean untouched = touched.stream().noneMatch(text::isChanged);
    return untouched
        ? new Result.Text(ddl.query())
        : new Result.None(
            reading == null
                ? "it isn't in MySQL's SQL"
                : "it isn't understood: " + reading.problem());
  }

  private boolean isChanged(TableId table) {
    return !naming.name(table).equals(Optional.of(table)) || naming.isShared(table);
  }

  private Result of(TableReferences references, TableId table) {
    List<Reference> all = references.all();
    if (references.obstacle() != null) {
      return new Result.None(references.obstacle());
    }
    Optional<String> obstacle = obstacle(all);
    if (obstacle.isEmpty()) {
      return new Result.Text(renamed(all));
    } else if (references.onlyDrop()
        && all.stream().anyMatch(each -> each.table().equals(table))
        && !naming.isShared(table)) {
      return naming
          .name(table)
          .<Result>map(name -> new Result.Text("DROP TABLE IF EXISTS " + quoted(name)))
          .orElseGet(() -> new Result.None(obstacle.get()));
    }
    return references.renames().size() > 1
        ? renames(references.renames())
        : new Result.None(obstacle.get());
  }

  /** Of several tables that are renamed, those that are delivered before and after. */
  private Result renames(List<Reference[]> pairs) {
    StringJoiner delivered = new StringJoiner(", ", "RENAME TABLE ", "");
    Set<TableId> names = new HashSet<>();
    for (Reference[] pair : pairs) {
      boolean from = naming.name(pair[0].table()).isPresent();
      boolean to = naming.name(pair[1].table()).isPresent();
      Optional<String> obstacle = obstacle(List.of(pair));
      if (from || to) {
        if (obstacle.isPresent()) {
          return new Result.None(obstacle.get());
        }
        names.add(naming.name(pair[0].table()).get());
        names.add(naming.name(pair[1].table()).get());
        delivered.add(
            quoted(naming.name(pair[0].table()).get())
                + " TO "
                + quoted(naming.name(pair[1].table()).get()));
      }
    }
    return names.isEmpty()
        ? new Result.None("none of its tables is delivered")
        : new Result.Text(delivered.toString());
  }

  /** What keeps a text with these names from being said by the new ones. */
  private Optional<String> obstacle(List<Reference> references) {
    Set<TableId> tables = new HashSet<>();
    Set<TableId> names = new HashSet<>();
    for (Reference reference : references) {
      TableId table = reference.table();
      Optional<TableId> name = naming.name(table);
      if (!reference.isForeign()) {
        if (name.isEmpty()) {
          return Optional.of("it names " + table + ", which isn't delivered");
        }
        if (naming.isShared(table)) {
          return Optional.of(
              "it is for "
                  + table
                  + " only, and rows of another table have the name "
                  + name.get());
        }
        if (tables.add(table) && !names.add(name.get())) {
          return Optional.of("two of its tables have the name " + name.get());
        }
      }
    }
    return Optional.empty();
  }

  private String renamed(List<Reference> references) {
    int[] characters = sql.codePoints().toArray();
    StringBuilder text = new StringBuilder(sql.length() + 32);
    int copied = 0;
    for (Reference reference : references) {
      text.append(new String(characters, copied, reference.from() - copied));
      text.append(quoted(naming.name(reference.table()).orElse(reference.table())));
      copied = reference.to();
    }
    return text.append(new String(characters, copied, characters.length - copied)).toString();
  }

  private static String quoted(TableId name) {
    String schema = quoted(name.schema());
    return name.isSchema() ? schema : schema + "." + quoted(name.table());
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
