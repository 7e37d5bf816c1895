package io.spillway.tools.start;

import io.spillway.job.start.Restoration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.fs.Path;

/** What a start does with what it finds. Pure. */
final class StartRule {
  private static final String AGAIN = "--fresh reads all input and delivers it again";

  private static final String DROPPED = "Rows that stand in the bucket are not delivered again";

  private StartRule() {}

  /**
   * State that there is.
   *
   * @param checkpoint its folder
   * @param restoration how the pipeline would take it up
   * @param bucketMissing what the state says of a bucket that is empty now; empty where the bucket
   *     is as the state says
   */
  record Candidate(Path checkpoint, Restoration restoration, Optional<String> bucketMissing) {}

  /**
   * What a start finds.
   *
   * @param fresh whether delivering again is wanted
   * @param unclaimed whether an earlier start was told to take the bucket over, and has not come to
   *     that
   * @param goesOn whether every source knows by itself where it has ended (committed offsets)
   * @param inputs what the sources read now, see {@link Inputs}
   * @param lineage what is noted of earlier runs
   * @param newest the newest checkpoint that can be read
   * @param whole whether the input still has every row from the first on, or that is taken on trust
   * @param delivered what tells that rows have been delivered: a file, or empty for none
   */
  record Situation(
      boolean fresh,
      boolean unclaimed,
      boolean goesOn,
      Map<String, String> inputs,
      Optional<Lineage> lineage,
      Optional<Candidate> newest,
      boolean whole,
      Optional<String> delivered) {}

  static Decision decide(Situation now) {
    if (now.fresh()) {
      return new Decision.Begin(
          "starting anew: what has been delivered before is delivered again", true);
    }
    if (now.lineage().isPresent() && now.lineage().get().endedAt().isPresent()) {
      return afterEnd(now, now.lineage().get());
    }
    if (now.newest().isPresent()) {
      return goOn(now.newest().get());
    }
    if (now.unclaimed()) {
      return new Decision.Begin(
          "starting anew, as the start before was told to, which delivered nothing: what has been"
              + " delivered before is delivered again",
          true);
    }
    if (now.goesOn()) {
      return new Decision.Begin("no checkpoint: starting from the committed offsets", false);
    }
    if (now.delivered().isEmpty()) {
      return new Decision.Begin("no checkpoint yet: starting from the beginning", false);
    }
    String file = now.delivered().get();
    if (now.whole()) {
      return new Decision.Begin(
          ("no checkpoint, and %s says that rows have been delivered: reading the input from its"
                  + " beginning. %s")
              .formatted(file, DROPPED),
          false);
    }
    return new Decision.Refuse(
        ("%s says that rows have been delivered, and there is no checkpoint to go on from. Where"
                + " pipeline.checkpoint-dir was another place, set it back. Where the topics still"
                + " have all that the bucket has not, --recover reads them from sources[].start on and"
                + " drops the rows that stand in the bucket; %s")
            .formatted(file, AGAIN));
  }

  /** Goes on from this state where nothing speaks against it. */
  static Decision goOn(Candidate newest) {
    Optional<String> refused = newest.restoration().refusal();
    if (refused.isPresent()) {
      return new Decision.Refuse(
          "the pipeline can't go on from %s: %s. Set it back; %s"
              .formatted(newest.checkpoint(), refused.get(), AGAIN));
    }
    if (newest.bucketMissing().isPresent()) {
      return new Decision.Refuse(
          "%s. Put the files back, or move %s away; %s"
              .formatted(newest.bucketMissing().get(), newest.checkpoint().getParent(), AGAIN));
    }
    return new Decision.Resume(newest.checkpoint(), newest.restoration());
  }

  private static Decision afterEnd(Situation now, Lineage ended) {
    String at = ended.endedAt().orElseThrow();
    if (now.goesOn()) {
      return behindCommitted(now, ended, at);
    }
    Set<String> again = new TreeSet<>();
    boolean all = true;
    for (Map.Entry<String, String> input : now.inputs().entrySet()) {
      Optional<Map.Entry<String, String>> before = before(input.getKey(), ended);
      before.ifPresent(known -> again.add(input.getKey()));
      all &=
          before.isPresent()
              && Inputs.unchanged(input.getKey(), before.get().getValue(), input.getValue());
    }
    if (again.isEmpty()) {
      return new Decision.Begin("other sources than those of the run that ended at " + at, true);
    }
    if (all) {
      return new Decision.NothingNew(
          "nothing is new: this input has been delivered by the run that ended at %s. %s"
              .formatted(at, AGAIN));
    }
    if (now.whole()) {
      return new Decision.Begin(
          "the run that ended at %s has delivered %s, and the input is another now: reading it from its beginning. %s"
              .formatted(at, String.join(", ", again), DROPPED),
          false);
    }
    return new Decision.Refuse(
        "the run that ended at %s has delivered %s, and the input is another now: %s"
            .formatted(at, String.join(", ", again), AGAIN));
  }

  /** The offsets of one group say nothing of what another has read. */
  private static Decision behindCommitted(Situation now, Lineage ended, String at) {
    for (Map.Entry<String, String> input : now.inputs().entrySet()) {
      String group =
          before(input.getKey(), ended)
              .map(known -> Inputs.otherGroup(known.getValue(), input.getValue()))
              .orElse("");
      if (!group.isEmpty()) {
        return new Decision.Refuse(
            "%s was read as group %s by the run that ended at %s, and sources[].group-id is another"
                    .formatted(input.getKey(), group, at)
                + " now, which has not committed where that run ended. Set it back; "
                + AGAIN);
      }
    }
    return new Decision.Begin("going on behind the run that ended at " + at, true);
  }

  private static Optional<Map.Entry<String, String>> before(String input, Lineage ended) {
    return ended.done().entrySet().stream()
        .filter(known -> Inputs.same(known.getKey(), input))
        .findFirst();
  }
}
