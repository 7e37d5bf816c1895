package io.spillway.policy;

import java.io.Serializable;

/**
 * What a matrix says about one key.
 *
 * @param policy what counts
 * @param row the row of the matrix that was found, before any override
 * @param override null where none applies
 */
public record Ruling(PolicyKey key, Policy policy, MatrixRow row, Overridden override)
    implements Serializable {

  /**
   * The override that made the policy what it is.
   *
   * @param selector of the override
   * @param origin where it stands, as {@code policy.yaml:7}
   */
  public record Overridden(Selector selector, String origin) implements Serializable {}

  /** The level that decided: the override's where there is one. */
  public Level level() {
    return override == null ? row.selector().level() : override.selector().level();
  }
}
