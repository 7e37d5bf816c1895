package io.spillway.spool;

import io.spillway.plan.StorageCommand;

/** Where sealed files go. May block while the storage is slow. */
interface SealOutput {
  void emit(StorageCommand command);
}
