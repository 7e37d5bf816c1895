package io.spillway.search;

import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.Mode;
import io.spillway.search.bulk.Signals;

/**
 * The writer as its metrics show it.
 *
 * @param signals what the controller looked at last
 * @param counts live, not a copy
 * @param backlog documents that aren't finished
 * @param bufferedBytes heap held by unfinished rows
 * @param nulledValues values written as null because there is no JSON for them
 */
record WriterView(
    Mode mode,
    BulkLimits limits,
    Signals signals,
    Counts counts,
    int backlog,
    long bufferedBytes,
    int inFlight,
    long nulledValues) {}
