package io.spillway.source;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * From the enumerator to a reader: the partitions that there are have been dealt out, and those of
 * this reader were sent before this.
 */
record Dealt() implements SourceEvent {
  private static final long serialVersionUID = 1L;
}
