package io.spillway.search;

import io.spillway.policy.Decider;
import io.spillway.search.DeadDocument.Failure;
import java.util.ArrayDeque;

/**
 * What one index refuses, and why. A circuit breaker for this index alone: refused documents are
 * set aside and tried again one at a time, by a probe. As long as other documents of the index
 * pass, its lane stays open.
 */
final class Trouble {
  final long sinceMs;
  final ArrayDeque<Refused> refused = new ArrayDeque<>();

  /** The last refusal. */
  Failure failure;

  /** The waits between two probes. */
  Decider waits;

  /** Whether the engine says that it will never take such a document. */
  boolean permanent;

  /** Whether documents have passed since the last refusal. */
  boolean passes;

  boolean probing;
  int probes;
  long nextProbeMs;
  long lastProbeMs = Long.MIN_VALUE;

  /** When people were last told; -1 for never. */
  long reportedMs = -1;

  Trouble(long sinceMs) {
    this.sinceMs = sinceMs;
  }

  /** A document that is set aside. */
  record Refused(BulkItem item, Failure failure) {}
}
