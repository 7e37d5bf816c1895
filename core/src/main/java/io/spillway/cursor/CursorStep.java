package io.spillway.cursor;

/**
 * What one event does to a cursor's value. The value is never before {@code previous}.
 *
 * @param seq counts the events of one cursor from 1, without holes
 * @param reason why
 * @param kind what the values are
 * @param previous value before; null for none yet
 * @param candidate what was acknowledged; null where nothing was
 * @param value value after; null for none yet
 */
public record CursorStep(
    long seq,
    CursorReason reason,
    CursorKind kind,
    String previous,
    String candidate,
    String value) {}
