package io.spillway.job.start;

import io.spillway.cursor.Namespace;
import io.spillway.decode.DecodeOperator;
import io.spillway.job.config.LineageKeys;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.start.Provenance.Numbered;
import io.spillway.job.start.SourceMatching.Kept;
import io.spillway.source.ReadPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a pipeline takes up a state: which of its sources is which of the state's, what has changed
 * since, and whether it may be gone on with at all.
 *
 * @param provenance of the pipeline as it goes on, with the numbers of its sources
 * @param leavesState whether parts of the state are for operators that the pipeline no longer has
 * @param refused why the state can't be gone on with, a sentence each; empty where it can
 * @param told what is not as it was, a sentence each
 */
public record Restoration(
    Provenance provenance, boolean leavesState, List<String> refused, List<String> told) {

  public Restoration {
    refused = List.copyOf(refused);
    told = List.copyOf(told);
  }

  /** A pipeline that starts without state: its sources are numbered in the order of the file. */
  public static Restoration none(PipelineConfig config) {
    List<Numbered> numbers = new ArrayList<>();
    for (SourceIdentity source : identities(config)) {
      numbers.add(new Numbered(numbers.size(), source));
    }
    return new Restoration(Provenance.of(config, numbers, List.of()), false, List.of(), List.of());
  }

  /**
   * A pipeline that goes on from a state.
   *
   * @throws IOException where the state can't be read
   */
  public static Restoration of(SavedState state, PipelineConfig config) throws IOException {
    Optional<Provenance> before = provenance(state);
    List<SourceIdentity> left = before.map(Provenance::left).orElse(List.of());
    SourceMatching.Found found =
        new SourceMatching(kept(state, before), identities(config), left).find();
    List<String> refused = new ArrayList<>();
    if (!found.gone().isEmpty() && found.gone().size() == found.kept()) {
      refused.add(
          "it is of a run that has read %s and nothing that this pipeline reads: give this one a"
                  .formatted(
                      String.join(" and ", found.gone().stream().map(Kept::toString).toList()))
              + " pipeline.name of its own");
    }
    List<String> told = new ArrayList<>(found.told());
    SortedMap<String, String> keys = LineageKeys.of(config);
    before.ifPresentOrElse(
        known -> compare(known.keys(), keys, refused),
        () -> {
          // 0.1.0 knew all tables by the names of the source
          if (keys.containsKey(LineageKeys.NAMES)) {
            refused.add(
                SourceMatching.changed(LineageKeys.NAMES, null, keys.get(LineageKeys.NAMES)));
          }
        });
    refused.addAll(found.refused());
    List<SourceIdentity> gone = new ArrayList<>(left);
    for (Kept each : found.gone()) {
      gone.add(each.asIdentity());
      refuseUndelivered(each, state, found.numbers(), refused);
    }
    Provenance now = Provenance.of(config, found.numbers(), gone);
    List<String> parts = new ArrayList<>(before.map(Provenance::parts).orElse(List.of()));
    parts.removeAll(now.parts());
    parts.forEach(part -> told.add(part + " is no longer set: its state is left behind"));
    return new Restoration(now, !found.gone().isEmpty() || !parts.isEmpty(), refused, told);
  }

  /** The sentence that refuses; empty where there is nothing to refuse. */
  public Optional<String> refusal() {
    return refused.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", refused));
  }

  /** The numbers of the pipeline's sources, in the order of the file. */
  public List<Integer> numbers() {
    return provenance.sources().stream().map(Numbered::number).toList();
  }

  private static List<SourceIdentity> identities(PipelineConfig config) {
    return config.sources().stream().map(SourceIdentity::of).toList();
  }

  /** Every subtask that decodes has kept the same; state of 0.1.0 has none. */
  private static Optional<Provenance> provenance(SavedState state) throws IOException {
    for (int number : state.sources()) {
      Optional<List<String>> texts =
          state.read(
              StateUids.decode(number),
              store -> {
                List<String> found = new ArrayList<>();
                store.getListState(DecodeOperator.PROVENANCE).get().forEach(found::add);
                return found;
              });
      if (texts.isPresent() && !texts.get().isEmpty()) {
        return Optional.of(Provenance.parse(texts.get().get(0)));
      }
    }
    return Optional.empty();
  }

  /** Whether the state's readers had files or topics, and none that this pipeline reads. */
  public static boolean isOfOthers(SavedState state, PipelineConfig config) throws IOException {
    List<Kept> kept = kept(state, provenance(state));
    return kept.stream().anyMatch(each -> !each.isUnknown())
        && kept.stream().noneMatch(each -> identities(config).stream().anyMatch(each::touches));
  }

  private static List<Kept> kept(SavedState state, Optional<Provenance> before) throws IOException {
    Map<Integer, SourceIdentity> known = new TreeMap<>();
    before.ifPresent(
        provenance ->
            provenance.sources().forEach(each -> known.put(each.number(), each.source())));
    List<Kept> kept = new ArrayList<>();
    for (int number : state.sources()) {
      Set<String> seen =
          state.read(StateUids.source(number), ReadPosition::places).orElse(Set.of());
      kept.add(new Kept(number, Optional.ofNullable(known.get(number)), seen));
    }
    return kept;
  }

  private static void compare(
      SortedMap<String, String> old, SortedMap<String, String> now, List<String> refused) {
    Map<String, String> all = new TreeMap<>(old);
    now.forEach(all::putIfAbsent);
    for (String key : all.keySet()) {
      if (!all.get(key).equals(now.get(key)) || !old.containsKey(key)) {
        refused.add(SourceMatching.changed(key, old.get(key), now.get(key)));
      }
    }
  }

  /** Rows that wait in a spool of their own would go with the last source of its namespace. */
  private static void refuseUndelivered(
      Kept gone, SavedState state, List<Numbered> now, List<String> refused) {
    if (gone.identity().isEmpty()) {
      return;
    }
    Namespace namespace = gone.identity().get().namespace();
    String spool = StateUids.of(namespace, StateUids.SPOOL);
    boolean used = now.stream().anyMatch(each -> each.source().namespace().equals(namespace));
    if (!used && state.has(spool) && !state.isFinished(spool)) {
      refused.add(
          "%s was the last source of %s, whose rows may still wait in the state: leave it in the"
                  .formatted(gone, namespace.text())
              + " pipeline until it has been read to its end");
    }
  }
}
