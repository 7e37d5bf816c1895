package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CharsetWithOptBinaryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DataTypeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldLengthContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrecisionContext;
import java.util.List;

/**
 * A column's type as it is written, under the one name that MySQL and TiDB show for it: {@code
 * INTEGER} is INT, {@code BOOL} is TINYINT(1), {@code DEC} is DECIMAL, {@code FLOAT(30)} is DOUBLE.
 *
 * @param name upper case, without UNSIGNED
 * @param precision as written, or empty
 * @param scale as written, or empty
 * @param serial SERIAL, which is NOT NULL too
 */
record ColumnType(
    String name,
    boolean unsigned,
    String precision,
    String scale,
    List<String> elements,
    boolean serial) {
  /** More binary digits than this make a FLOAT(p) a DOUBLE. */
  private static final int FLOAT_DIGITS = 24;

  /** A decimal whose digits nobody has set a limit to, as other databases have it. */
  static final String NUMBER = "NUMBER";

  /** The type as schema files spell it. */
  String text() {
    String shown = name.equals(NUMBER) ? "DECIMAL" : name;
    return unsigned ? shown + " UNSIGNED" : shown;
  }

  /** As it is in the character set "binary". */
  ColumnType binary() {
    String binary = binary(name);
    return new ColumnType(binary, unsigned, precision, scale, elements, serial);
  }

  /** The binary type that a text in the character set "binary" has; any other as it is. */
  static String binary(String name) {
    return switch (name) {
      case "CHAR" -> "BINARY";
      case "VARCHAR" -> "VARBINARY";
      case "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT" -> name.replace("TEXT", "BLOB");
      default -> name;
    };
  }

  static ColumnType of(DataTypeContext type) {
    if (type.getStart().getText().equalsIgnoreCase(NUMBER)) {
      return new ColumnType(NUMBER, false, "", "", List.of(), false);
    }
    String name = name(type);
    if (name.equals("SERIAL")) {
      return new ColumnType("BIGINT", true, "", "", List.of(), true);
    }
    if (name.equals("BOOL") || name.equals("BOOLEAN")) {
      return new ColumnType("TINYINT", false, "1", "", List.of(), false);
    }
    if (name.equals("ENUM") || name.equals("SET")) {
      List<String> elements =
          type.stringList().textString().stream().map(Literals::element).toList();
      return new ColumnType(name, false, "", "", elements, false);
    }
    boolean unsigned =
        type.fieldOptions() != null
            && !(type.fieldOptions().UNSIGNED_SYMBOL().isEmpty()
                && type.fieldOptions().ZEROFILL_SYMBOL().isEmpty());
    return sized(name, unsigned, type);
  }

  private static ColumnType sized(String name, boolean unsigned, DataTypeContext type) {
    PrecisionContext both = precision(type);
    if (both != null) {
      String scale = both.INT_NUMBER(1).getText();
      return new ColumnType(name, unsigned, both.INT_NUMBER(0).getText(), scale, List.of(), false);
    }
    if (type.typeDatetimePrecision() != null) {
      String fsp = type.typeDatetimePrecision().INT_NUMBER().getText();
      return new ColumnType(name, unsigned, "", fsp, List.of(), false);
    }
    String length = length(type);
    if (name.equals("FLOAT") && !length.isEmpty()) {
      boolean wide = Double.parseDouble(length) > FLOAT_DIGITS;
      return new ColumnType(wide ? "DOUBLE" : name, unsigned, "", "", List.of(), false);
    }
    return new ColumnType(name, unsigned, length, "", List.of(), false);
  }

  private static PrecisionContext precision(DataTypeContext type) {
    return type.floatOptions() != null ? type.floatOptions().precision() : type.precision();
  }

  private static String length(DataTypeContext type) {
    FieldLengthContext length =
        type.floatOptions() != null ? type.floatOptions().fieldLength() : type.fieldLength();
    if (length == null) {
      return "";
    }
    return length.getChild(1).getText();
  }

  private static String name(DataTypeContext type) {
    boolean binary = isBinary(type.charsetWithOptBinary());
    if (type.LONG_SYMBOL() != null) {
      return type.VARBINARY_SYMBOL() != null || binary ? "MEDIUMBLOB" : "MEDIUMTEXT";
    }
    if (type.VARCHAR_SYMBOL() != null
        || type.VARYING_SYMBOL() != null
        || type.NVARCHAR_SYMBOL() != null) {
      return binary ? "VARBINARY" : "VARCHAR";
    }
    if (type.nchar() != null || type.CHAR_SYMBOL() != null) {
      return binary ? "BINARY" : "CHAR";
    }
    String written = symbol(type);
    return switch (written) {
      case "REAL" -> "DOUBLE";
      case "NUMERIC", "FIXED" -> "DECIMAL";
      case "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT" ->
          binary ? written.replace("TEXT", "BLOB") : written;
      default -> written;
    };
  }

  private static String symbol(DataTypeContext type) {
    String symbol = MySqlParser.VOCABULARY.getSymbolicName(type.getStart().getType());
    return symbol.substring(0, symbol.length() - "_SYMBOL".length());
  }

  /** A text type in the character set "binary" is a binary type by another name. */
  private static boolean isBinary(CharsetWithOptBinaryContext charset) {
    if (charset == null) {
      return false;
    }
    return TextCharset.isBinary(charset.charsetName()) || charset.BYTE_SYMBOL() != null;
  }
}
