package io.spillway.search;

import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.Mode;
import io.spillway.search.bulk.Signals;

/**
 * The writer as its metrics show it.
 *
 * @param signals what the controller looked at last
 * @param counts live, not a copy
 * @param held documents that wait because their index refuses them
 * @param awayMs for how long the engine has answered nothing; 0 while it answers
 * @param backlog documents that aren't finished
 * @param bufferedBytes heap held by unfinished rows
 * @param nulledValues values written as null because there is no JSON for them
 * @param replacedTexts texts with halves of surrogate pairs, which were replaced
 * @param skippedRows rows of tables without a key that are no documents
 * @param indicesAhead indices with versions above all that has come
 * @param paused what settings hold back
 */
record WriterView(
    Mode mode,
    BulkLimits limits,
    Signals signals,
    Counts counts,
    int held,
    long awayMs,
    int backlog,
    long bufferedBytes,
    int inFlight,
    long nulledValues,
    long replacedTexts,
    long skippedRows,
    int indicesAhead,
    Paused paused) {

  /**
   * @param whole whether nothing is sent because settings say so
   * @param documents that wait for settings
   */
  record Paused(boolean whole, int documents) {}
}
