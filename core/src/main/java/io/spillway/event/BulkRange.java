package io.spillway.event;

/**
 * Edges for the bulk controller, within those of the pipeline. 0 leaves an edge where it is.
 *
 * @param minBytes smallest request
 * @param maxBytes largest request
 * @param minIntervalMs shortest wait for a request to fill
 * @param maxIntervalMs longest wait for a request to fill
 * @param maxConcurrency most requests in flight
 */
public record BulkRange(
    int minBytes, int maxBytes, long minIntervalMs, long maxIntervalMs, int maxConcurrency) {
  public static final BulkRange ALL = new BulkRange(0, 0, 0, 0, 0);
}
