package io.spillway.spool;

import io.spillway.plan.StorageCommand;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import io.spillway.tables.TableRules;

/**
 * Lets schema files through as the rules show their tables: without columns that are left out, and
 * no file for a table that isn't delivered. The spool itself knows all columns, as a statement may
 * give those of such a table to another.
 *
 * @param out where they go
 * @param rules what is shown
 */
record VisibleSchemas(SealOutput out, TableRules rules) implements SealOutput {
  static SealOutput of(SealOutput out, TableRules rules) {
    return rules.isEmpty() ? out : new VisibleSchemas(out, rules);
  }

  @Override
  public void emit(StorageCommand command) {
    if (!(command instanceof StorageCommand.WriteSchema write)) {
      out.emit(command);
      return;
    }
    SchemaFile file = write.file();
    rules
        .visible(file.structure())
        .ifPresent(
            shown ->
                out.emit(
                    new StorageCommand.WriteSchema(
                        new SchemaFile(shown, file.version(), file.query(), file.type()),
                        write.drained())));
  }

  @Override
  public boolean takes(TableStructure structure) {
    return rules.visible(structure).isPresent();
  }

  @Override
  public TableStructure shown(TableStructure structure) {
    return rules.visible(structure).orElse(structure);
  }
}
