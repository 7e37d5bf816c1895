package io.spillway.search.document;

import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Choices about values.
 *
 * @param json how JSON columns are written
 * @param decimals how DECIMAL columns are written; the digits are the source's in both forms
 * @param zeroDates dates with month or day 00, which no calendar has
 * @param notFinite NaN, infinity, and numbers that overflow a double, which JSON or the engine
 *     can't hold
 * @param zone in which the rows show instants (TIMESTAMP columns); documents show them in UTC
 */
public record ValuePolicy(
    Json json, Form decimals, ZeroDates zeroDates, OnBad notFinite, ZoneId zone)
    implements Serializable {
  public static final ValuePolicy DEFAULT =
      new ValuePolicy(Json.OBJECT, Form.NATIVE, ZeroDates.NULL, OnBad.DEAD_LETTER, ZoneOffset.UTC);

  /** The same with another zone. */
  public ValuePolicy in(ZoneId other) {
    return new ValuePolicy(json, decimals, zeroDates, notFinite, other);
  }

  /** JSON columns. */
  public enum Json {
    /** The value itself; an index of the job's own keeps it and doesn't search it. */
    OBJECT,
    /** The source's text. */
    TEXT,
    /**
     * An object whose leaves an index of the job's own searches as keywords; a value that is none
     * is in its field {@code value}.
     */
    FLATTENED
  }

  /** Native is a JSON number, text a JSON string. */
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
