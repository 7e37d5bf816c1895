package io.spillway.tools.letters;

import io.spillway.policy.DeadLetter;
import io.spillway.tools.letters.ReplayLog.Put;
import io.spillway.tools.letters.ReplayLog.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Puts letters back, each once. What will be put is noted before, and what was put behind it. Where
 * a run has died between the two, the next one looks in its target for what is there already.
 */
public final class Replays {
  private final ReplayLog log;
  private final LongSupplier clock;

  /**
   * What a replay did.
   *
   * @param put letters put back now
   * @param before letters that had been put back before, and were left out
   */
  public record Result(List<DeadLetter> put, List<DeadLetter> before) {}

  /**
   * @param letters folder of the letters
   * @param clock ms since 1970
   */
  public Replays(String letters, LongSupplier clock) {
    this.log = new ReplayLog(letters);
    this.clock = clock;
  }

  /** One name for all letters of one stage about one message, which is put back once. */
  static String name(DeadLetter letter) {
    String name = letter.failure().stage() + " " + letter.position();
    return letter.source().isEmpty() ? name : name + " " + letter.source();
  }

  /** Names of the letters that were put back, see {@link #wasPut}. */
  public Set<String> done() throws IOException {
    return log.done();
  }

  /** Whether the letter is one of those. */
  public static boolean wasPut(DeadLetter letter, Set<String> done) {
    return done.contains(name(letter));
  }

  /**
   * Sorts out what is to be put without putting it. What a run that died has put is noted as done.
   *
   * @param again whether those that were put back before are put again
   */
  public Result choose(List<DeadLetter> letters, ReplayTarget target, boolean again)
      throws IOException {
    if (letters.isEmpty()) {
      return new Result(List.of(), List.of());
    }
    settle(target);
    Set<String> done = again ? Set.of() : log.done();
    Map<String, DeadLetter> put = new LinkedHashMap<>();
    List<DeadLetter> before = new ArrayList<>();
    for (DeadLetter letter : letters) {
      if (wasPut(letter, done)) {
        before.add(letter);
      } else {
        put.putIfAbsent(name(letter), letter);
      }
    }
    return new Result(List.copyOf(put.values()), before);
  }

  /** Puts what was chosen. */
  public void put(List<DeadLetter> chosen, ReplayTarget target) throws IOException {
    if (chosen.isEmpty()) {
      return;
    }
    List<Put> puts = target.plan(chosen);
    Run run = log.plan(puts, clock.getAsLong());
    target.put(chosen, puts);
    log.done(run, puts, clock.getAsLong());
  }

  private void settle(ReplayTarget target) throws IOException {
    for (Run run : log.open()) {
      if (!run.puts().stream().allMatch(target::has)) {
        throw new IOException(
            "a replay into "
                + run.puts().get(0).into()
                + " has been cut off; put a letter back there first, so that it is known how far"
                + " it came");
      }
      Set<String> found = new HashSet<>(target.found(run.puts()));
      log.done(
          run,
          run.puts().stream().filter(put -> found.contains(put.letter())).toList(),
          clock.getAsLong());
    }
  }
}
