package io.spillway.tools.start;

import io.spillway.job.start.Restoration;
import org.apache.flink.core.fs.Path;

/** What a start does. */
public sealed interface Decision {
  /** Goes on from a checkpoint, which its restoration doesn't refuse. */
  record Resume(Path checkpoint, Restoration restoration) implements Decision {}

  /**
   * Reads from where the sources say; what lies in the checkpoint folder counts no longer.
   *
   * @param again whether all that is read is delivered, whatever the bucket has; without it, rows
   *     that stand in the bucket are dropped
   */
  record Begin(String why, boolean again) implements Decision {}

  /** Does nothing: all has been delivered. */
  record NothingNew(String why) implements Decision {}

  /** Does nothing, since whatever it did could deliver rows twice. */
  record Refuse(String why) implements Decision {}
}
