package io.spillway.search.bulk;

/**
 * One step of the controller.
 *
 * @param state to be given to the next step
 * @param allowed what the writer may do until then
 * @param pausedUntilMs no request before this time; 0 for no pause
 * @param change what changed and why, as one log line; null where nothing did
 * @param eased true if limits went down or trouble has ended, so that earlier samples no longer
 *     count
 */
public record Decision(
    ControllerState state, BulkLimits allowed, long pausedUntilMs, String change, boolean eased) {}
