package io.spillway.decode;

import java.io.Serializable;

/**
 * Where a source's messages come from, for whoever looks at them later.
 *
 * @param source what the source reads, for its dead letters: bootstrap servers, or a folder
 * @param notes of whoever has built the job: they are kept in state, where the next start reads
 *     what has made it; empty for none
 */
public record Origin(String source, String notes) implements Serializable {
  static final Origin UNKNOWN = new Origin("", "");
}
