package io.spillway.search.document;

import java.io.Serializable;

/**
 * Choices about values.
 *
 * @param json how JSON columns are written
 * @param decimals how DECIMAL columns are written; the digits are the source's in both forms
 * @param zeroDates dates with month or day 00, which no calendar has
 * @param notFinite NaN, infinity, and numbers that overflow a double, which JSON or the engine
 *     can't hold
 */
public record ValuePolicy(Form json, Form decimals, ZeroDates zeroDates, OnBad notFinite)
    implements Serializable {
  public static final ValuePolicy DEFAULT =
      new ValuePolicy(Form.NATIVE, Form.NATIVE, ZeroDates.NULL, OnBad.DEAD_LETTER);

  /** Native is a JSON object or number, text a JSON string. */
  public enum Form {
    NATIVE,
    TEXT
  }

  /** A null is counted, a text is the source's own, a dead letter is the whole row. */
  public enum ZeroDates {
    NULL,
    TEXT,
    DEAD_LETTER
  }

  /** A null is counted, a dead letter is the whole row. */
  public enum OnBad {
    NULL,
    DEAD_LETTER
  }
}
