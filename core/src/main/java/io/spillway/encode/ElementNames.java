package io.spillway.encode;

import java.math.BigDecimal;
import java.util.List;
import java.util.StringJoiner;

/** The names that stand for the number of an ENUM or SET. */
final class ElementNames {
  private static final int LONGEST_NUMBER = 20;

  private ElementNames() {}

  /** Null where the enum has no such number; 0 is the empty text of a value that was wrong. */
  static String ofEnum(String value, List<String> elements) {
    if (value.length() > LONGEST_NUMBER) {
      return null;
    }
    BigDecimal number = new BigDecimal(value);
    if (number.signum() == 0) {
      return "";
    }
    boolean isOne =
        number.signum() > 0 && number.compareTo(BigDecimal.valueOf(elements.size())) <= 0;
    return isOne ? elements.get(number.intValue() - 1) : null;
  }

  /** With commas between them; null where the set has no such number. */
  static String ofSet(String value, List<String> elements) {
    long bits;
    try {
      bits = value.startsWith("-") ? Long.parseLong(value) : Long.parseUnsignedLong(value);
    } catch (NumberFormatException e) {
      return null;
    }
    if (elements.size() < Long.SIZE && bits >>> elements.size() != 0) {
      return null;
    }
    StringJoiner names = new StringJoiner(",");
    for (int i = 0; i < elements.size(); i++) {
      if ((bits >>> i & 1) != 0) {
        names.add(elements.get(i));
      }
    }
    return names.toString();
  }

  /**
   * Whether a value of a row that has no types, and so comes from a source that sends names, is a
   * name or, of a set, names with commas between them: the name {@code 1} is not the number 1.
   */
  static boolean isName(String value, List<String> elements, boolean ofSet) {
    return ofSet
        ? List.of(value.split(",", -1)).stream().allMatch(elements::contains)
        : elements.contains(value);
  }

  /** Whether it is a number rather than a name. */
  static boolean isNumber(String value) {
    int start = value.startsWith("-") ? 1 : 0;
    for (int i = start; i < value.length(); i++) {
      if (value.charAt(i) < '0' || value.charAt(i) > '9') {
        return false;
      }
    }
    return value.length() > start;
  }
}
