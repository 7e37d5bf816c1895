package io.spillway.spool;

import io.spillway.layout.Bucket;

/**
 * What a spool is connected to.
 *
 * @param store managed state
 * @param bucket what already stands in the storage
 * @param out where sealed files go
 * @param listener metrics and logs
 */
record SpoolPorts(SpoolStore store, Bucket bucket, SealOutput out, SpoolListener listener) {}
