package io.spillway.schema;

import io.spillway.event.TableId;
import java.util.List;

/**
 * What one DDL message yields.
 *
 * @param drained what must be written before the DDL's schema files; a database's own identity
 *     stands for all of its tables
 * @param wholeDatabase whether {@code drained} holds such an identity
 * @param files at most one for each table, in the order of the statements
 * @param warnings for the log, one sentence each
 */
public record DdlOutcome(
    List<TableId> drained,
    boolean wholeDatabase,
    List<SchemaVersion> files,
    List<String> warnings) {
  public DdlOutcome {
    drained = List.copyOf(drained);
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
  }
}
