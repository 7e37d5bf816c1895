package io.spillway.policy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The table from failures to policies. The most specific row wins: (domain, type, phase, kind),
 * then (domain, type, kind), then (kind), then the default. Immutable; looking up costs hashing and
 * is done once for each place that can fail, not for each failure.
 */
public final class PolicyMatrix implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Vocabulary vocabulary;
  private final LinkedHashMap<Selector, MatrixRow> rows;
  private final LinkedHashMap<PolicyKey, Ruling> overridden;

  private PolicyMatrix(
      Vocabulary vocabulary,
      LinkedHashMap<Selector, MatrixRow> rows,
      LinkedHashMap<PolicyKey, Ruling> overridden) {
    this.vocabulary = vocabulary;
    this.rows = rows;
    this.overridden = overridden;
  }

  /**
   * A matrix whose default may decide what has no row of its own.
   *
   * @throws IllegalArgumentException for two rows of one selector, a row that is about nothing in
   *     the vocabulary, a missing default, or dead letters where there is no record
   */
  public static PolicyMatrix of(Vocabulary vocabulary, List<MatrixRow> rows) {
    LinkedHashMap<Selector, MatrixRow> table = new LinkedHashMap<>();
    for (MatrixRow row : rows) {
      if (!vocabulary.knows(row.selector())) {
        throw new IllegalArgumentException("no such failure: " + row.selector());
      }
      if (table.put(row.selector(), row) != null) {
        throw new IllegalArgumentException("two rows for " + row.selector());
      }
    }
    if (!table.containsKey(Selector.DEFAULT)) {
      throw new IllegalArgumentException("there is no default");
    }
    PolicyMatrix matrix = new PolicyMatrix(vocabulary, table, new LinkedHashMap<>());
    matrix.rulings().forEach(ruling -> refuseLetters(vocabulary, ruling));
    return matrix;
  }

  /**
   * As {@link #of}, and every key has a row above the default.
   *
   * @throws IllegalArgumentException also for keys that have none
   */
  public static PolicyMatrix complete(Vocabulary vocabulary, List<MatrixRow> rows) {
    PolicyMatrix matrix = of(vocabulary, rows);
    List<PolicyKey> gaps = new ArrayList<>();
    for (Ruling ruling : matrix.rulings()) {
      if (ruling.level() == Level.DEFAULT) {
        gaps.add(ruling.key());
      }
    }
    if (!gaps.isEmpty()) {
      throw new IllegalArgumentException("no row for " + gaps);
    }
    return matrix;
  }

  private static void refuseLetters(Vocabulary vocabulary, Ruling ruling) {
    Vocabulary.Event event = vocabulary.event(ruling.key().domain(), ruling.key().type());
    if (!event.letters() && leadsToLetters(ruling.policy())) {
      throw new IllegalArgumentException(
          ruling.key() + " has no record that could go to the dead letters");
    }
  }

  static boolean leadsToLetters(Policy policy) {
    return policy.deadLetter() != DeadLettering.NEVER
        || policy.attempts().when().containsValue(Action.DEAD_LETTER);
  }

  /** The same with these keys ruled otherwise. */
  PolicyMatrix with(Map<PolicyKey, Ruling> rulings) {
    LinkedHashMap<PolicyKey, Ruling> all = new LinkedHashMap<>(overridden);
    all.putAll(rulings);
    return new PolicyMatrix(vocabulary, rows, all);
  }

  /** The same with a row in place of the one of its selector, before any override. */
  public PolicyMatrix replacing(MatrixRow row) {
    LinkedHashMap<Selector, MatrixRow> table = new LinkedHashMap<>(rows);
    table.put(row.selector(), row);
    return of(vocabulary, List.copyOf(table.values()));
  }

  /** What the key means; every phase has an answer, whether it decides or not. */
  public Ruling resolve(PolicyKey key) {
    Ruling ruled = overridden.get(key);
    if (ruled != null) {
      return ruled;
    }
    for (Level level : Level.values()) {
      MatrixRow row = rows.get(Selector.of(key, level));
      if (row != null) {
        return new Ruling(key, row.policy(), row, null);
      }
    }
    throw new IllegalStateException("a matrix has a default");
  }

  /**
   * What is to be done.
   *
   * @param failures so far, this one too: 1 or more
   * @return empty in a phase in which nothing is decided, or that the event doesn't have
   */
  public Optional<Action> decide(PolicyKey key, int failures, FailureTrait fact) {
    Vocabulary.Event event = vocabulary.event(key.domain(), key.type());
    boolean decides = event == null ? key.phase().decides() : event.decides(key.phase());
    return decides ? Optional.of(resolve(key).policy().decide(failures, fact)) : Optional.empty();
  }

  /** Every key that is decided, in the order of the vocabulary. */
  public List<Ruling> rulings() {
    return vocabulary.keys().stream().map(this::resolve).toList();
  }

  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /** The rows as they were given, overrides not among them. */
  public List<MatrixRow> rows() {
    return List.copyOf(rows.values());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PolicyMatrix matrix
        && vocabulary.equals(matrix.vocabulary)
        && rows.equals(matrix.rows)
        && overridden.equals(matrix.overridden);
  }

  @Override
  public int hashCode() {
    return Objects.hash(vocabulary, rows, overridden);
  }
}
