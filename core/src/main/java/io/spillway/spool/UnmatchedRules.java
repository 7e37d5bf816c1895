package io.spillway.spool;

import io.spillway.event.TableId;
import io.spillway.tables.TableRules;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules for tables that match none of those that have come: most likely they are misspelled. */
final class UnmatchedRules {
  /** Streams that begin with quiet tables have shown them by then. */
  static final long PATIENCE_MS = 600_000;

  private final TableRules rules;
  private final Set<TableId> met = new HashSet<>();
  private final Set<TableRules.Rule> unmatched;
  private long sinceMs = -1;
  private boolean isReported;

  UnmatchedRules(TableRules rules) {
    this.rules = rules;
    this.unmatched = new HashSet<>(rules.all());
  }

  void met(TableId table) {
    if (!unmatched.isEmpty() && !table.isSchema() && met.add(table)) {
      unmatched.remove(rules.of(table));
    }
  }

  int count() {
    return unmatched.size();
  }

  /**
   * A sentence for the log, once, after a while or at the end of the input.
   *
   * @param ended whether nothing more will come
   */
  Optional<String> sentence(boolean ended, long nowMs) {
    sinceMs = sinceMs < 0 ? nowMs : sinceMs;
    boolean isDue = ended || nowMs - sinceMs >= PATIENCE_MS;
    if (isReported || unmatched.isEmpty() || !isDue) {
      return Optional.empty();
    }
    isReported = true;
    List<String> named =
        rules.all().stream()
            .filter(unmatched::contains)
            .map(rule -> rule.match() + " on line " + rule.line())
            .toList();
    return Optional.of(
        "no table of the %d that have come is for these rules of section tables: %s. Check the spelling of their names, and whether an earlier rule takes their tables; validate --sample shows what each rule does"
            .formatted(met.size(), String.join(", ", named)));
  }
}
