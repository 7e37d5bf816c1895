package io.spillway.spool;

import io.spillway.layout.Bucket;
import io.spillway.tables.TableRules;

/**
 * What a spool is connected to.
 *
 * @param store managed state
 * @param bucket what already stands in the storage
 * @param out where sealed files go
 * @param listener metrics and logs
 * @param rules which tables are delivered, and by which names
 */
record SpoolPorts(
    SpoolStore store, Bucket bucket, SealOutput out, SpoolListener listener, TableRules rules) {
  /** All tables as they are. */
  SpoolPorts(SpoolStore store, Bucket bucket, SealOutput out, SpoolListener listener) {
    this(store, bucket, out, listener, TableRules.NONE);
  }
}
