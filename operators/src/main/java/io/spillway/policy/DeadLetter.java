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
 * @param refusal what an output has said about it; null where it never got that far
 */
public record DeadLetter(
    SourcePosition position,
    byte[] key,
    byte[] value,
    String stage,
    String kind,
    String reason,
    long failedAtMs,
    Refusal refusal) {

  /** A message that no output has seen. */
  public DeadLetter(
      SourcePosition position,
      byte[] key,
      byte[] value,
      String stage,
      String kind,
      String reason,
      long failedAtMs) {
    this(position, key, value, stage, kind, reason, failedAtMs, null);
  }

  /**
   * An output's refusal of one document.
   *
   * @param status HTTP status; 0 where nobody was asked
   * @param index where it should have gone; empty where there was no name for it
   * @param id its id there; empty where there was none
   * @param attempts how often it was sent
   */
  public record Refusal(int status, String index, String id, int attempts) {}
}
