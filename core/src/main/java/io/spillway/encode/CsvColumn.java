package io.spillway.encode;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A column of a table version, and how its values stand in CSV.
 *
 * @param name as the schema file has it
 * @param kind what decides how a value is written
 * @param elements of an enum or set, where they are known
 */
record CsvColumn(String name, Kind kind, List<String> elements) {
  /** Exponents from which on, and below which, Go's %v writes a float with one. */
  private static final int LARGE_EXPONENT = 6;

  private static final int SMALL_EXPONENT = -4;

  /** How values are written. */
  enum Kind {
    /** Digits without quotes: integers, BIT, YEAR. */
    INTEGER,
    FLOAT,
    BINARY,
    ENUM,
    SET,
    /** Everything else, decimals, times and JSON among them. */
    TEXT
  }

  /**
   * @param type MySQL type in any case, with or without length, as {@code BIGINT UNSIGNED}
   */
  static CsvColumn of(String name, String type, List<String> elements) {
    return new CsvColumn(name, kind(type), elements);
  }

  private static Kind kind(String type) {
    int end = 0;
    while (end < type.length() && Character.isLetter(type.charAt(end))) {
      end++;
    }
    return switch (type.substring(0, end).toUpperCase(Locale.ROOT)) {
      case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT", "BIT", "YEAR" ->
          Kind.INTEGER;
      case "FLOAT", "DOUBLE", "REAL" -> Kind.FLOAT;
      case "BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB", "GEOMETRY" ->
          Kind.BINARY;
      case "ENUM" -> Kind.ENUM;
      case "SET" -> Kind.SET;
      default -> Kind.TEXT;
    };
  }

  /**
   * Writes a value as canal-json has it; false where it is none of the column's type, and is
   * written as text then.
   *
   * @param value null for NULL
   * @param typed whether the row names the types of its columns
   */
  boolean write(String value, boolean typed, CsvText out) {
    if (value == null) {
      out.none();
      return true;
    }
    switch (kind) {
      case INTEGER -> {
        return ElementNames.isNumber(value) ? plain(value, out) : odd(value, out);
      }
      case FLOAT -> {
        String number = floating(value);
        return number == null ? odd(value, out) : plain(number, out);
      }
      case BINARY -> {
        return binary(value, out);
      }
      case ENUM, SET -> {
        return named(value, typed, out);
      }
      case TEXT -> {
        out.text(value);
        return true;
      }
    }
    throw new IllegalStateException("unknown kind " + kind);
  }

  private static boolean plain(String value, CsvText out) {
    out.plain(value);
    return true;
  }

  private static boolean odd(String value, CsvText out) {
    out.text(value);
    return false;
  }

  /** One character a byte. */
  private static boolean binary(String value, CsvText out) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0xFF) {
        out.binary(value.getBytes(StandardCharsets.UTF_8));
        return false;
      }
    }
    out.binary(value.getBytes(StandardCharsets.ISO_8859_1));
    return true;
  }

  /** By names where they are known. What is no number is a name already. */
  private boolean named(String value, boolean typed, CsvText out) {
    boolean isName = !typed && ElementNames.isName(value, elements, kind == Kind.SET);
    if (isName || !ElementNames.isNumber(value)) {
      out.text(value);
      return true;
    }
    if (elements.isEmpty()) {
      return plain(value, out);
    }
    String names =
        kind == Kind.ENUM
            ? ElementNames.ofEnum(value, elements)
            : ElementNames.ofSet(value, elements);
    if (names == null) {
      out.plain(value);
      return false;
    }
    out.text(names);
    return true;
  }

  /** As Go's %v writes a float of these shortest digits; null where it is no number. */
  static String floating(String value) {
    if (value.length() > ParquetValues.LONGEST_NUMBER) {
      return null;
    }
    BigDecimal number;
    try {
      number = new BigDecimal(value);
    } catch (NumberFormatException e) {
      return null;
    }
    if (number.signum() == 0) {
      return value.startsWith("-") ? "-0" : "0";
    }
    BigDecimal shortest = number.stripTrailingZeros();
    long exponent = (long) shortest.precision() - shortest.scale() - 1;
    if (exponent >= SMALL_EXPONENT && exponent < LARGE_EXPONENT) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().abs().toString();
    StringBuilder text = new StringBuilder(number.signum() < 0 ? "-" : "");
    text.append(digits.charAt(0));
    if (digits.length() > 1) {
      text.append('.').append(digits, 1, digits.length());
    }
    text.append('e').append(exponent < 0 ? '-' : '+');
    long size = Math.abs(exponent);
    return text.append(size < 10 ? "0" : "").append(size).toString();
  }
}
