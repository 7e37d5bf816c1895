package io.spillway.cursor.log;

import io.spillway.cursor.CursorKey;

/**
 * A cursor of which a log and a job's state say different things.
 *
 * @param cursor whose
 * @param seq number of the event that is compared; 0 where the state has no such cursor
 * @param logged what the log says
 * @param saved what the state says
 */
public record Difference(CursorKey cursor, long seq, String logged, String saved) {}
