package io.spillway.event;

import java.nio.charset.StandardCharsets;

/**
 * The unit of order: a table, or one source partition of a table. Its {@link #key()} is the key of
 * every keyed state, so its form is frozen: {@code schema.table} or {@code schema.table#partition},
 * with {@code \} before any {@code . # \} that belongs to a name.
 */
public final class DispatcherId {
  private final TableId table;
  private final String partition;
  private final String key;
  private final byte[] utf8;

  private DispatcherId(TableId table, String partition) {
    this.table = table;
    this.partition = partition;
    String name = escape(table.schema()) + "." + escape(table.table());
    this.key = partition.isEmpty() ? name : name + "#" + escape(partition);
    this.utf8 = key.getBytes(StandardCharsets.UTF_8);
  }

  /** The dispatcher of a whole table. */
  public static DispatcherId of(TableId table) {
    return new DispatcherId(table, "");
  }

  /** The dispatcher of one source partition's share of a table. */
  public static DispatcherId of(TableId table, SourcePartition partition) {
    return new DispatcherId(table, partition.label());
  }

  /** The same share of a table that has another name. */
  public DispatcherId named(TableId name) {
    return new DispatcherId(name, partition);
  }

  /** Reads {@link #key()} back. Throws IllegalArgumentException on anything else. */
  public static DispatcherId parse(String key) {
    StringBuilder[] parts = {new StringBuilder(), new StringBuilder(), new StringBuilder()};
    int part = 0;
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c == '\\' && i + 1 < key.length()) {
        parts[part].append(key.charAt(++i));
      } else if ((c == '.' && part == 0) || (c == '#' && part == 1)) {
        part++;
      } else if (c == '.' || c == '#' || c == '\\') {
        throw notAKey(key);
      } else {
        parts[part].append(c);
      }
    }
    if (part == 0 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw notAKey(key);
    }
    return new DispatcherId(
        new TableId(parts[0].toString(), parts[1].toString()), parts[2].toString());
  }

  public TableId table() {
    return table;
  }

  /** Label of the source partition, or empty where the dispatcher is the whole table. */
  public String partition() {
    return partition;
  }

  public String key() {
    return key;
  }

  /** UTF-8 of {@link #key()}; shared, not to be written to. */
  public byte[] utf8() {
    return utf8;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DispatcherId that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return key;
  }

  private static String escape(String name) {
    return name.replace("\\", "\\\\").replace(".", "\\.").replace("#", "\\#");
  }

  private static IllegalArgumentException notAKey(String key) {
    return new IllegalArgumentException("not a dispatcher (schema.table[#partition]): " + key);
  }
}
