package io.spillway.spool;

import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * When files are due: those of all tables, and of some tables otherwise.
 *
 * @param everywhere for tables that no entry chooses
 * @param some the first entry that chooses a table is in effect
 */
public record FileTargets(FileTarget everywhere, List<OfTables> some) implements Serializable {
  public FileTargets {
    // a copy that can be serialized
    some = new ArrayList<>(some);
  }

  /** The same for all tables. */
  public FileTargets(long bytes, long intervalMs) {
    this(new FileTarget(bytes, intervalMs), List.of());
  }

  /** Chooses tables by the names by which they are delivered. */
  public interface Tables extends Serializable {
    boolean chooses(TableId name);
  }

  /** What the files of some tables have. */
  public record OfTables(Tables tables, FileTarget target) implements Serializable {}

  FileTarget of(TableId table) {
    for (OfTables each : some) {
      if (each.tables().chooses(table)) {
        return each.target();
      }
    }
    return everywhere;
  }
}
