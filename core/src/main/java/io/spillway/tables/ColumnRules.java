package io.spillway.tables;

import io.spillway.schema.Column;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which columns of a table are left out or masked. Letter case of names doesn't matter, as it
 * doesn't in MySQL.
 */
public final class ColumnRules implements Serializable {
  private static final long serialVersionUID = 1;

  /** Every column as it is. */
  public static final ColumnRules NONE = new ColumnRules(Set.of(), Map.of());

  /** Digits of a SHA-256. */
  private static final String HASH_LENGTH = "64";

  private final TreeSet<String> excluded = new TreeSet<>();
  private final TreeMap<String, Mask> masks = new TreeMap<>();

  /**
   * @param excluded names of columns that are left out
   * @param masks by name; a column that is excluded has none
   */
  public ColumnRules(Set<String> excluded, Map<String, Mask> masks) {
    excluded.forEach(name -> this.excluded.add(folded(name)));
    masks.forEach((name, mask) -> this.masks.put(folded(name), mask));
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  public boolean isEmpty() {
    return excluded.isEmpty() && masks.isEmpty();
  }

  public boolean excludes(String column) {
    return excluded.contains(folded(column));
  }

  /** The mask of a column, or null. */
  public Mask mask(String column) {
    return masks.get(folded(column));
  }

  public boolean hides(String column) {
    return excludes(column) || mask(column) != null;
  }

  /** The columns as they are delivered. */
  public List<Column> visible(List<Column> columns) {
    return columns.stream().flatMap(column -> visible(column).stream()).toList();
  }

  private Optional<Column> visible(Column column) {
    Mask mask = mask(column.name());
    if (excludes(column.name())) {
      return Optional.empty();
    }
    if (mask == null) {
      return Optional.of(column);
    }
    boolean isNullable = column.nullable() || mask instanceof Mask.Null;
    boolean isHash = mask instanceof Mask.Sha256;
    boolean keepsType = !isHash && (mask instanceof Mask.Null || column.type().contains("CHAR"));
    return Optional.of(
        new Column(
            column.name(),
            keepsType ? column.type() : isHash ? "VARCHAR" : "TEXT",
            null,
            keepsType ? column.precision() : isHash ? HASH_LENGTH : "",
            keepsType ? column.scale() : "",
            isNullable,
            column.primaryKey(),
            keepsType ? column.elements() : List.of()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnRules rules
        && excluded.equals(rules.excluded)
        && masks.equals(rules.masks);
  }

  @Override
  public int hashCode() {
    return 31 * excluded.hashCode() + masks.hashCode();
  }

  @Override
  public String toString() {
    return Stream.concat(
            excluded.stream().map(name -> "without " + name),
            masks.entrySet().stream().map(mask -> mask.getKey() + ": " + mask.getValue()))
        .toList()
        .toString();
  }
}
