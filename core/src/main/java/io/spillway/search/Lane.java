package io.spillway.search;

import io.spillway.search.bulk.DeadLetterBreaker;
import java.util.ArrayDeque;

/** The documents of one index: those that could be sent now, and how the index has done so far. */
final class Lane {
  final String index;

  /** Dispatcher of the index's first row, for people. */
  final String table;

  final ArrayDeque<BulkItem> items = new ArrayDeque<>();

  /** Bytes in a request of {@link #items}. */
  long bytes;

  /** Heap of every document of this index that isn't finished, wherever it waits. */
  long cost;

  int documents;

  /** Whether somebody has made sure that the index is there. */
  boolean checked;

  /** Its mapping; null before it was asked for. */
  IndexFields fields;

  boolean queued;

  /** The input has ended, and this index was waited for as long as was agreed. */
  boolean givenUp;

  /** Why the index refuses documents; null while it takes them. */
  Trouble trouble;

  /** Guards the dead letters of this index alone; made at its first document. */
  DeadLetterBreaker breaker;

  long lastAnsweredMs = Long.MIN_VALUE;
  long lastCongestedMs = Long.MIN_VALUE;

  /** Answers in a row in which every document of this index met congestion. */
  int congestedAnswers;

  /** Congestions that may turn out to be the engine's. */
  int stashedErrors;

  int stashedRejects;

  // of the answer being settled
  boolean touched;
  int stored;
  int rejected;
  int errors;
  int refused;

  Lane(String index, String table) {
    this.index = index;
    this.table = table;
  }

  /** Whether items may be sent in ordinary requests. */
  boolean takes() {
    return checked && (trouble == null || trouble.passes);
  }

  /** Forgets what the last answer said. */
  void endAnswer() {
    touched = false;
    stored = 0;
    rejected = 0;
    errors = 0;
    refused = 0;
  }
}
