package io.spillway.search;

import io.spillway.event.Envelope;

/**
 * One row change on its way to the engine, with its bytes copied.
 *
 * @param partition label of the source partition, as {@code orders-3}; empty where it isn't known
 * @param offset Kafka offset, or byte offset of the line in its file; -1 where it isn't known
 * @param dispatcher key of its unit of order
 * @param commitTs its commit timestamp, which becomes the document's version
 * @param bytes the row in the source's own format
 * @param envelope what came with it
 */
public record SearchRow(
    String partition,
    long offset,
    String dispatcher,
    long commitTs,
    byte[] bytes,
    Envelope envelope)
    implements SearchElement {

  /** A row with which nothing came. */
  public SearchRow(String partition, long offset, String dispatcher, long commitTs, byte[] bytes) {
    this(partition, offset, dispatcher, commitTs, bytes, Envelope.NONE);
  }

  @Override
  public String toString() {
    return dispatcher + "@" + commitTs + " from " + partition + "@" + offset;
  }
}
