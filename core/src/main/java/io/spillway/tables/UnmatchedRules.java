package io.spillway.tables;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;

/** Rules for tables that match none of those that have come: most likely they are misspelled. */
public final class UnmatchedRules implements Serializable {
  private static final long serialVersionUID = 1;

  /** Streams that begin with quiet tables have shown them by then. */
  public static final long PATIENCE_MS = 600_000;

  private final TableRules rules;
  private final TableFilter documents;
  private final HashSet<TableId> met = new HashSet<>();
  private final LinkedHashSet<TableRules.Rule> unmatched;
  private final LinkedHashSet<String> unmatchedByDocuments;
  private long sinceMs = -1;
  private boolean isReported;

  /** Of section {@code tables}. */
  public UnmatchedRules(TableRules rules) {
    this(rules, rules, null);
  }

  /**
   * @param rules of section {@code tables}, by which tables have their names
   * @param watched those of them that are reported
   * @param documents {@code elasticsearch.tables}, whose rules are reported too; null for none
   */
  public UnmatchedRules(TableRules rules, TableRules watched, TableFilter documents) {
    this.rules = rules;
    this.documents = documents;
    this.unmatched = new LinkedHashSet<>(watched.all());
    this.unmatchedByDocuments =
        new LinkedHashSet<>(documents == null ? List.of() : documents.texts());
  }

  /** A row or a statement has shown that there is this table; by its name in the source. */
  public void met(TableId table) {
    if (count() == 0 || table.isSchema() || !met.add(table)) {
      return;
    }
    unmatched.remove(rules.of(table));
    if (!unmatchedByDocuments.isEmpty()) {
      rules.name(table).ifPresent(name -> documents.matching(name).forEach(this::matched));
    }
  }

  private void matched(String text) {
    unmatchedByDocuments.remove(text);
  }

  public int count() {
    return unmatched.size() + unmatchedByDocuments.size();
  }

  /**
   * Sentences for the log, once, after a while or at the end of the input.
   *
   * @param ended whether nothing more will come
   */
  public List<String> sentences(boolean ended, long nowMs) {
    sinceMs = sinceMs < 0 ? nowMs : sinceMs;
    boolean isDue = ended || nowMs - sinceMs >= PATIENCE_MS;
    if (isReported || count() == 0 || !isDue) {
      return List.of();
    }
    isReported = true;
    List<String> sentences = new ArrayList<>();
    if (!unmatched.isEmpty()) {
      List<String> named =
          unmatched.stream().map(rule -> rule.match() + " on line " + rule.line()).toList();
      sentences.add(
          "no table of the %d that have come is for these rules of section tables: %s. Check the spelling of their names, and whether an earlier rule takes their tables; validate --sample shows what each rule does"
              .formatted(met.size(), String.join(", ", named)));
    }
    if (!unmatchedByDocuments.isEmpty()) {
      sentences.add(
          "no table of the %d that have come is for these rules of elasticsearch.tables: %s. Check the spelling of their names; where section tables gives tables other names, these rules are for the other names"
              .formatted(met.size(), String.join(", ", unmatchedByDocuments)));
    }
    return sentences;
  }
}
