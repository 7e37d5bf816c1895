package io.spillway.job.start;

import io.spillway.job.start.Provenance.Numbered;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Which source of a state is which of the pipeline file: by what they read, not by their place in
 * the list. Pure.
 */
final class SourceMatching {
  /**
   * A source of the state.
   *
   * @param number in the uids of its operators
   * @param identity absent in state of 0.1.0
   * @param seen topics or folders of the partitions that its readers had
   */
  record Kept(int number, Optional<SourceIdentity> identity, Set<String> seen) {
    Kept {
      seen = Collections.unmodifiableSet(new TreeSet<>(seen));
    }

    boolean isUnknown() {
      return identity.isEmpty() && seen.isEmpty();
    }

    /** What it was, as far as that is known. */
    SourceIdentity asIdentity() {
      boolean folder = seen.stream().anyMatch(name -> name.contains("/"));
      return identity.orElseGet(
          () ->
              new SourceIdentity(
                  folder ? "files" : "kafka",
                  folder ? seen.iterator().next() : "",
                  List.of(),
                  folder ? List.of() : List.copyOf(seen),
                  "",
                  new TreeMap<>()));
    }

    boolean touches(SourceIdentity source) {
      if (identity.isPresent()
          && (!identity.get().type().equals(source.type())
              || (source.isKafka() && !source.sharesBrokers(identity.get())))) {
        return false;
      }
      return seen.stream().anyMatch(source::reads)
          || (identity.isPresent() && identity.get().sharesNames(source));
    }

    @Override
    public String toString() {
      return isUnknown() ? "source-" + number : asIdentity().toString();
    }
  }

  /**
   * What was found.
   *
   * @param numbers of the pipeline's sources, in the order of the file
   * @param kept how many sources the state has
   * @param gone those of them that the pipeline no longer has
   * @param refused why the state can't be gone on with; empty where it can
   * @param told what is not as it was
   */
  record Found(
      List<Numbered> numbers, int kept, List<Kept> gone, List<String> refused, List<String> told) {}

  private final List<Kept> kept;
  private final List<SourceIdentity> now;
  private final List<SourceIdentity> left;
  private final Map<Integer, Kept> matched = new TreeMap<>();
  private final List<String> refused = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  /**
   * @param left sources that were taken out of the pipeline before
   */
  SourceMatching(List<Kept> kept, List<SourceIdentity> now, List<SourceIdentity> left) {
    this.kept = kept;
    this.now = now;
    this.left = left;
  }

  Found find() {
    for (int i = 0; i < now.size(); i++) {
      match(i);
    }
    refuseShared();
    matchUnknown();
    List<Kept> gone = kept.stream().filter(each -> !matched.containsValue(each)).toList();
    List<Numbered> numbers = number(gone);
    gone.forEach(each -> told.add(each + " is no longer read: no source of the pipeline has it"));
    return new Found(numbers, kept.size(), gone, List.copyOf(refused), List.copyOf(told));
  }

  private void match(int index) {
    List<Kept> candidates = kept.stream().filter(each -> each.touches(now.get(index))).toList();
    if (candidates.size() > 1) {
      refused.add(
          "sources[%d] (%s) reads what belonged to %d sources, %s: where a topic was read up to stays"
                  .formatted(index, now.get(index), candidates.size(), joined(candidates))
              + " with its source, so leave each topic in the source that it was in");
    } else if (candidates.size() == 1) {
      matched.put(index, candidates.get(0));
    }
  }

  private void refuseShared() {
    for (Kept each : kept) {
      List<Integer> of =
          matched.entrySet().stream()
              .filter(entry -> entry.getValue().equals(each))
              .map(Map.Entry::getKey)
              .toList();
      if (of.size() > 1) {
        refused.add(
            "what was one source (%s) is %d now, sources%s: where a topic was read up to stays with"
                    .formatted(each, of.size(), of)
                + " its source, so leave its topics together");
      }
    }
  }

  /** State of 0.1.0 whose readers had nothing left says nothing; then its place is all there is. */
  private void matchUnknown() {
    for (Kept each : kept) {
      if (each.isUnknown() && each.number() < now.size() && !matched.containsKey(each.number())) {
        matched.put(each.number(), each);
      } else if (each.isUnknown()) {
        refused.add(
            "the state of %s doesn't say what it was, and the sources stand in another order: put"
                    .formatted(each)
                + " them back into the order that they had in version 0.1.0");
      }
    }
  }

  private List<Numbered> number(List<Kept> gone) {
    int next = kept.stream().mapToInt(Kept::number).max().orElse(-1) + 1;
    List<Numbered> numbers = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      Kept same = matched.get(i);
      if (same == null) {
        added(i, gone);
        numbers.add(new Numbered(next++, now.get(i)));
      } else {
        same.identity().ifPresent(compare(i));
        tellLeftOut(same, i);
        numbers.add(new Numbered(same.number(), now.get(i)));
      }
    }
    return numbers;
  }

  private void added(int index, List<Kept> gone) {
    SourceIdentity source = now.get(index);
    for (Kept each : gone) {
      if (each.identity().isPresent() && each.identity().get().sharesNames(source)) {
        refused.add(
            changed(
                "sources[" + index + "].bootstrap-servers",
                String.join(",", each.identity().get().brokers()),
                String.join(",", source.brokers())
                    + " (a list may change broker by broker: one of the old ones has to be in it)"));
      }
    }
    for (SourceIdentity before : left) {
      if (before.sharesNames(source)
          && (!source.isKafka() || before.brokers().isEmpty() || before.sharesBrokers(source))) {
        refused.add(
            "sources[%d] (%s) was taken out of the pipeline earlier, and where it was read up to is"
                    .formatted(index, source)
                + " no longer known: read from its beginning, its rows would be delivered twice");
      }
    }
    told.add(
        "sources[%d] (%s) is new: it is read from where its key start says"
            .formatted(index, source));
  }

  private Consumer<SourceIdentity> compare(int index) {
    SourceIdentity source = now.get(index);
    return before -> {
      Set<String> keys = new TreeSet<>(before.fixed().keySet());
      keys.addAll(source.fixed().keySet());
      for (String key : keys) {
        String old = before.fixed().get(key);
        String given = source.fixed().get(key);
        if (!Objects.equals(old, given)) {
          refused.add(changed("sources[" + index + "]." + key, old, given));
        }
      }
    };
  }

  /** Those that an earlier start has told already are in the state, but no longer in its names. */
  private void tellLeftOut(Kept same, int index) {
    List<String> named = same.identity().map(SourceIdentity::topics).orElse(List.of());
    for (String topic : named.isEmpty() ? same.seen() : named) {
      if (!now.get(index).reads(topic)) {
        told.add(
            ("topic %s is no longer read: sources[%d] doesn't name it. Where it was read up to is"
                    + " kept for the case that it comes back")
                .formatted(topic, index));
      }
    }
  }

  /** The sentence about a key that has to stay. */
  static String changed(String key, String old, String given) {
    return "%s: was %s, is %s".formatted(key, shown(old), shown(given));
  }

  private static String shown(String value) {
    return value == null || value.isEmpty() ? "not set" : value;
  }

  private static String joined(List<Kept> candidates) {
    return String.join("; ", candidates.stream().map(Kept::toString).toList());
  }
}
