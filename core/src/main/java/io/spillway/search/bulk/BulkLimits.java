package io.spillway.search.bulk;

import java.io.Serializable;

/**
 * What the writer may do now.
 *
 * @param bytes size of a request's body; a single larger document still goes alone
 * @param intervalMs longest wait for a request to fill
 * @param concurrency requests in flight
 */
public record BulkLimits(int bytes, long intervalMs, int concurrency) implements Serializable {

  BulkLimits withBytes(int bytes) {
    return new BulkLimits(bytes, intervalMs, concurrency);
  }

  BulkLimits withInterval(long intervalMs) {
    return new BulkLimits(bytes, intervalMs, concurrency);
  }

  BulkLimits withConcurrency(int concurrency) {
    return new BulkLimits(bytes, intervalMs, concurrency);
  }
}
