package io.spillway.event;

/**
 * A row of a batch whose trace is followed.
 *
 * @param row its index
 * @param id of its trace, see {@link TraceId}
 */
public record TracedRow(int row, String id) {}
