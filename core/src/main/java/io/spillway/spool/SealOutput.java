package io.spillway.spool;

import io.spillway.plan.StorageCommand;
import io.spillway.schema.TableStructure;

/** Where sealed files go. May block while the storage is slow. */
interface SealOutput {
  void emit(StorageCommand command);

  /** Whether a schema file of this table goes on from here. */
  default boolean takes(TableStructure structure) {
    return true;
  }

  /** A structure as the table's schema file shows it. */
  default TableStructure shown(TableStructure structure) {
    return structure;
  }
}
