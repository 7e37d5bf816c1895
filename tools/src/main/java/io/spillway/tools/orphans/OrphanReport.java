package io.spillway.tools.orphans;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.fs.Path;

/**
 * What an audit has found.
 *
 * @param orphans by place
 * @param needed number of uploads and files that something kept would complete
 * @param young number of those that may be somebody's for their age
 * @param kept folders of the checkpoints and savepoints that were read
 */
public record OrphanReport(List<Unfinished> orphans, int needed, int young, List<Path> kept) {
  public OrphanReport {
    orphans = List.copyOf(orphans);
    kept = List.copyOf(kept);
  }

  /** The orphans as plain values, for JSON. */
  public List<Map<String, Object>> values() {
    return orphans.stream()
        .map(
            orphan ->
                Map.<String, Object>of(
                    "kind", orphan.kind().name().toLowerCase(Locale.ROOT),
                    "place", orphan.place(),
                    "bytes", orphan.bytes(),
                    "since", Instant.ofEpochMilli(orphan.sinceMs()).toString()))
        .map(values -> (Map<String, Object>) new TreeMap<>(values))
        .toList();
  }

  /** A line for each thing kept and each orphan, and one with the counts. */
  public void print(PrintWriter out) {
    kept.forEach(state -> out.println("kept: " + state));
    for (Unfinished orphan : orphans) {
      out.printf(
          "orphan: %s %s since %s%s%n",
          orphan.kind().name().toLowerCase(Locale.ROOT),
          orphan.place(),
          Instant.ofEpochMilli(orphan.sinceMs()),
          orphan.bytes() < 0 ? "" : ", " + orphan.bytes() + " bytes");
    }
    out.printf(
        "%d orphans, %d needed by %d checkpoints and savepoints, %d too young to tell%n",
        orphans.size(), needed, kept.size(), young);
  }
}
