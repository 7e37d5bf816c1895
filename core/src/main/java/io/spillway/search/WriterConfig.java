package io.spillway.search;

import io.spillway.policy.JobMatrix;
import io.spillway.policy.PolicyMatrix;
import io.spillway.search.bulk.ControllerConfig;
import java.io.Serializable;

/**
 * How one writer behaves.
 *
 * @param controller limits and when they move
 * @param bufferBytes heap that unsent and unanswered rows may take; above it the source waits, but
 *     for what a due barrier has before it, up to twice as much
 * @param policy what failures mean
 * @param deadLetters when dead-lettering stops
 * @param newIndices what an index gets that the job creates
 * @param atEnd how long the end of the input waits
 * @param engine the engine's hosts, for people
 * @param checkpointIntervalMs time between two barriers
 */
public record WriterConfig(
    ControllerConfig controller,
    long bufferBytes,
    PolicyMatrix policy,
    DeadLetterLimits deadLetters,
    NewIndices newIndices,
    AtEnd atEnd,
    String engine,
    long checkpointIntervalMs)
    implements Serializable {
  /** A buffer of 64 MB. */
  public static final WriterConfig DEFAULT =
      new WriterConfig(
          ControllerConfig.DEFAULT,
          64 << 20,
          JobMatrix.DEFAULT,
          new DeadLetterLimits(0.05, 20),
          NewIndices.DEFAULT);

  /** With {@link AtEnd#DEFAULT} and a checkpoint every ten seconds. */
  public WriterConfig(
      ControllerConfig controller,
      long bufferBytes,
      PolicyMatrix policy,
      DeadLetterLimits deadLetters,
      NewIndices newIndices) {
    this(controller, bufferBytes, policy, deadLetters, newIndices, AtEnd.DEFAULT, "", 10_000);
  }

  public WriterConfig {
    if (bufferBytes < controller.bounds().max().bytes()) {
      throw new IllegalArgumentException(
          "bulk.buffer ("
              + bufferBytes
              + ") must hold a request of bulk.max-bytes ("
              + controller.bounds().max().bytes()
              + ")");
    }
  }

  /**
   * @param maxRate largest share of a minute's documents that may die of one class, 0..1
   * @param minimum fewer in a minute are no flood
   */
  public record DeadLetterLimits(double maxRate, int minimum) implements Serializable {}

  /**
   * How long documents may wait once the input has ended; then the policy decides.
   *
   * @param indexWaitMs for an index that refuses them
   * @param engineWaitMs for an engine that answers nothing
   */
  public record AtEnd(long indexWaitMs, long engineWaitMs) implements Serializable {
    /** A minute, and ten. */
    public static final AtEnd DEFAULT = new AtEnd(60_000, 600_000);
  }
}
