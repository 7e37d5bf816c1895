package io.spillway.tools.letters;

import io.spillway.policy.DeadLetter;
import io.spillway.tools.letters.ReplayLog.Put;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The topics of several clusters: each letter goes back to its own. */
public final class ClusterTargets implements ReplayTarget {
  private final List<TopicTarget> targets;
  private final Function<DeadLetter, TopicTarget> targetOf;

  /**
   * @param targets one for each cluster
   * @param targetOf that of a letter
   */
  public ClusterTargets(List<TopicTarget> targets, Function<DeadLetter, TopicTarget> targetOf) {
    this.targets = List.copyOf(targets);
    this.targetOf = targetOf;
  }

  @Override
  public List<Put> plan(List<DeadLetter> letters) throws IOException {
    List<Put> puts = new ArrayList<>(letters.size());
    letters.forEach(letter -> puts.add(null));
    for (TopicTarget target : targets) {
      List<Integer> own = indices(letters, target);
      List<Put> planned = target.plan(own.stream().map(letters::get).toList());
      for (int i = 0; i < planned.size(); i++) {
        puts.set(own.get(i), planned.get(i));
      }
    }
    return puts;
  }

  private List<Integer> indices(List<DeadLetter> letters, TopicTarget target) {
    List<Integer> own = new ArrayList<>();
    for (int i = 0; i < letters.size(); i++) {
      if (targetOf.apply(letters.get(i)) == target) {
        own.add(i);
      }
    }
    return own;
  }

  @Override
  public boolean has(Put put) {
    return targets.stream().anyMatch(target -> target.has(put));
  }

  @Override
  public Set<String> found(List<Put> puts) throws IOException {
    Set<String> found = new HashSet<>();
    for (TopicTarget target : targets) {
      List<Put> own = puts.stream().filter(target::has).toList();
      if (!own.isEmpty()) {
        found.addAll(target.found(own));
      }
    }
    return found;
  }

  @Override
  public void put(List<DeadLetter> letters, List<Put> puts) throws IOException {
    for (TopicTarget target : targets) {
      List<Integer> own = indices(letters, target);
      if (!own.isEmpty()) {
        target.put(own.stream().map(letters::get).toList(), own.stream().map(puts::get).toList());
      }
    }
  }
}
