package io.spillway.policy;

import io.spillway.event.SourcePosition;

/**
 * A message that was taken out of the flow, with everything that is needed to put it back.
 *
 * @param position where it came from
 * @param key the message key as it came; empty where it had none
 * @param value the message as it came
 * @param stage the stage of the flow that refused it, as {@code decode}
 * @param kind the kind of error, as {@code MALFORMED}
 * @param reason for a person; without row values
 * @param failedAtMs when it failed, in ms since 1970
 */
public record DeadLetter(
    SourcePosition position,
    byte[] key,
    byte[] value,
    String stage,
    String kind,
    String reason,
    long failedAtMs) {}
