package io.spillway.tools.start;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.fs.Path;

/** What a start does with what it finds. Pure. */
final class StartRule {
  private static final String AGAIN = "--fresh reads all input and delivers it again";

  private StartRule() {}

  /**
   * What a start finds.
   *
   * @param fresh whether delivering again is wanted
   * @param goesOn whether every source knows by itself where it has ended (committed offsets)
   * @param inputs what the sources read now, see {@link Inputs}
   * @param lineage what is noted of earlier runs
   * @param newest the newest checkpoint that can be read
   * @param delivered what tells that rows have been delivered: a file, or empty for none
   */
  record Situation(
      boolean fresh,
      boolean goesOn,
      Map<String, String> inputs,
      Optional<Lineage> lineage,
      Optional<Path> newest,
      Optional<String> delivered) {}

  static Decision decide(Situation now) {
    if (now.fresh()) {
      return new Decision.Begin("starting anew: what has been delivered before is delivered again");
    }
    if (now.lineage().isPresent() && now.lineage().get().endedAt().isPresent()) {
      return afterEnd(now, now.lineage().get());
    }
    if (now.newest().isPresent()) {
      return goOn(now, now.newest().get());
    }
    if (now.goesOn()) {
      return new Decision.Begin("no checkpoint: starting from the committed offsets");
    }
    return now.delivered()
        .<Decision>map(
            file ->
                new Decision.Refuse(
                    file
                        + " says that rows have been delivered, and there is no checkpoint to go on"
                        + " from: "
                        + AGAIN))
        .orElseGet(() -> new Decision.Begin("no checkpoint yet: starting from the beginning"));
  }

  private static Decision goOn(Situation now, Path newest) {
    Set<String> earlier = now.lineage().map(Lineage::sources).orElse(Set.of());
    if (!earlier.isEmpty() && Collections.disjoint(earlier, now.inputs().keySet())) {
      return new Decision.Refuse(
          "%s is of a run that has read %s and nothing that this pipeline reads: give this one a"
                  .formatted(newest, String.join(", ", earlier))
              + " pipeline.name of its own; or --fresh leaves that run's checkpoints behind");
    }
    return new Decision.Resume(newest);
  }

  private static Decision afterEnd(Situation now, Lineage ended) {
    String at = ended.endedAt().orElseThrow();
    if (now.goesOn()) {
      return new Decision.Begin("going on behind the run that ended at " + at);
    }
    Set<String> again = new TreeSet<>(now.inputs().keySet());
    again.retainAll(ended.done().keySet());
    if (again.isEmpty()) {
      return new Decision.Begin("other sources than those of the run that ended at " + at);
    }
    if (ended.done().entrySet().containsAll(now.inputs().entrySet())) {
      return new Decision.NothingNew(
          "nothing is new: this input has been delivered by the run that ended at %s. %s"
              .formatted(at, AGAIN));
    }
    return new Decision.Refuse(
        "the run that ended at %s has delivered %s, and the input is another now: %s"
            .formatted(at, String.join(", ", again), AGAIN));
  }
}
