package io.spillway.decode;

import java.util.Map;

/** MySQL's types by the numbers and flags that the open protocol has for them. */
final class OpenTypes {
  static final int BINARY = 1;
  static final int PRIMARY_KEY = 8;
  private static final int UNSIGNED = 128;

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "tinyint"),
          Map.entry(2, "smallint"),
          Map.entry(3, "int"),
          Map.entry(4, "float"),
          Map.entry(5, "double"),
          Map.entry(7, "timestamp"),
          Map.entry(8, "bigint"),
          Map.entry(9, "mediumint"),
          Map.entry(10, "date"),
          Map.entry(11, "time"),
          Map.entry(12, "datetime"),
          Map.entry(13, "year"),
          Map.entry(14, "date"),
          Map.entry(15, "varchar"),
          Map.entry(16, "bit"),
          Map.entry(225, "vector"),
          Map.entry(245, "json"),
          Map.entry(246, "decimal"),
          Map.entry(247, "enum"),
          Map.entry(248, "set"),
          Map.entry(249, "tinytext"),
          Map.entry(250, "mediumtext"),
          Map.entry(251, "longtext"),
          Map.entry(252, "text"),
          Map.entry(253, "varchar"),
          Map.entry(254, "char"));

  /** Types of characters, each with its name where the characters are bytes. */
  private static final Map<String, String> OF_BYTES =
      Map.of(
          "varchar", "varbinary",
          "char", "binary",
          "tinytext", "tinyblob",
          "text", "blob",
          "mediumtext", "mediumblob",
          "longtext", "longblob");

  private OpenTypes() {}

  /**
   * The column of a name.
   *
   * @param code number of its type
   * @return null where there is no such type
   */
  static ColumnForm form(byte[] name, int code, long flags) {
    String word = NAMES.get(code);
    if (word == null) {
      return null;
    }
    boolean isText = OF_BYTES.containsKey(word);
    if (isText && (flags & BINARY) != 0) {
      word = OF_BYTES.get(word);
    }
    SourceType bare = SourceType.of(word);
    boolean isNumber = bare.isInteger() || isFraction(word);
    SourceType type = new SourceType(word, isNumber && (flags & UNSIGNED) != 0, -1, -1);
    boolean wide = type.isInteger() && type.unsigned();
    return new ColumnForm(
        name,
        form(type, isText),
        type.text(),
        type.sqlType(),
        wide ? ColumnForms.largest(type) : 0,
        wide ? ColumnForms.wider(type) : 0,
        0,
        -1,
        null,
        new byte[0][]);
  }

  private static boolean isFraction(String word) {
    return word.equals("decimal") || word.equals("float") || word.equals("double");
  }

  private static ValueForm form(SourceType type, boolean isText) {
    boolean isLarge = type.name().endsWith("text") || type.name().endsWith("blob");
    if (isText && isLarge) {
      return type.isBinary() ? ValueForm.BINARY : ValueForm.BASE64_TEXT;
    } else if (type.isBinary()) {
      return ValueForm.GO_QUOTED;
    } else if (type.name().equals("float") || type.name().equals("double")) {
      return ValueForm.FLOAT;
    } else if (type.name().equals("decimal")) {
      return ValueForm.DECIMAL;
    }
    return type.isInteger() && type.unsigned() ? ValueForm.UNSIGNED : ValueForm.PLAIN;
  }
}
