package io.spillway.search;

import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.Mode;

/**
 * The writer as its metrics show it.
 *
 * @param counts live, not a copy
 * @param bufferedBytes heap held by unfinished rows
 * @param nulledValues values written as null because there is no JSON for them
 */
record WriterView(
    Mode mode,
    BulkLimits limits,
    Counts counts,
    long bufferedBytes,
    int inFlight,
    long nulledValues) {}
