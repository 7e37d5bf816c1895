package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a field of a Kafka Connect schema says of its column: by its type, its semantic name, and
 * the type of the source's column where Debezium ({@code column.propagate.source.type}) or TiCDC
 * (its extension) tells it.
 */
final class ColumnForms {
  private static final String PROPAGATED = "__debezium.source.column.";
  private static final String DEBEZIUM_TIME = "io.debezium.time.";
  private static final String DEBEZIUM_DATA = "io.debezium.data.";
  private static final String CONNECT = "org.apache.kafka.connect.data.";
  private static final int MOST_DIGITS = 65;
  private static final long MILLIS = 1000;
  private static final long MICROS = 1_000_000;
  private static final long NANOS = 1_000_000_000;

  /** How values are written, and the type to show where the source's own isn't told. */
  private record Semantics(ValueForm form, long unit, SourceType type) {}

  private ColumnForms() {}

  static ColumnForm of(JsonNode field) {
    JsonNode parameters = field.path("parameters");
    Semantics semantics = semantics(field, parameters);
    SourceType type = told(field, parameters);
    type = type == null ? semantics.type() : type;
    ValueForm form = form(semantics.form(), type, field.path("type").asText());
    byte[][] elements = elements(parameters.path("allowed").asText(""));
    boolean wide = type.isInteger() && (type.unsigned() || form == ValueForm.DECIMAL_BYTES);
    return new ColumnForm(
        utf8(field.path("field").asText()),
        form,
        type.text() + list(type, elements),
        type.sqlType(),
        wide ? largest(type) : 0,
        wide ? wider(type) : 0,
        semantics.unit(),
        digits(form, type, parameters, !told(parameters, "type").isEmpty()),
        nullText(field, form, type),
        elements);
  }

  private static SourceType told(JsonNode field, JsonNode parameters) {
    String type = told(parameters, "type");
    type = type.isEmpty() ? field.path("tidb_type").asText("") : type;
    if (type.isEmpty()) {
      return null;
    }
    int length = parameters.path(PROPAGATED + "length").asInt(-1);
    return SourceType.of(type, length, parameters.path(PROPAGATED + "scale").asInt(-1));
  }

  private static String told(JsonNode parameters, String what) {
    return parameters.path(PROPAGATED + what).asText("");
  }

  private static Semantics semantics(JsonNode field, JsonNode parameters) {
    String name = field.path("name").asText("");
    if (name.startsWith(DEBEZIUM_TIME)) {
      Semantics known = time(name.substring(DEBEZIUM_TIME.length()));
      return known == null ? byType(field.path("type").asText()) : known;
    } else if (name.startsWith(CONNECT)) {
      return connect(name.substring(CONNECT.length()), parameters);
    } else if (name.startsWith(DEBEZIUM_DATA)) {
      Semantics known = data(name.substring(DEBEZIUM_DATA.length()), parameters);
      return known == null ? byType(field.path("type").asText()) : known;
    }
    return byType(field.path("type").asText());
  }

  private static Semantics time(String name) {
    return switch (name) {
      case "Date" -> of(ValueForm.DAY, "date");
      case "Timestamp" -> clock(ValueForm.DATE_TIME, MILLIS, "datetime", -1);
      case "MicroTimestamp" -> clock(ValueForm.DATE_TIME, MICROS, "datetime", 6);
      case "NanoTimestamp" -> clock(ValueForm.DATE_TIME, NANOS, "datetime", 9);
      case "Time" -> clock(ValueForm.TIME, MILLIS, "time", -1);
      case "MicroTime" -> clock(ValueForm.TIME, MICROS, "time", -1);
      case "NanoTime" -> clock(ValueForm.TIME, NANOS, "time", -1);
      case "ZonedTimestamp" -> of(ValueForm.INSTANT, "timestamp");
      case "IsoTimestamp" -> of(ValueForm.ISO_TEXT, "datetime");
      case "IsoDate" -> of(ValueForm.ISO_TEXT, "date");
      case "ZonedTime", "IsoTime" -> of(ValueForm.ISO_TEXT, "time");
      case "Year" -> of(ValueForm.YEAR, "year");
      // spans of time: a count of microseconds, or text as P1Y2M
      default -> null;
    };
  }

  private static Semantics connect(String name, JsonNode parameters) {
    return switch (name) {
      case "Date" -> of(ValueForm.DAY, "date");
      case "Timestamp" -> clock(ValueForm.DATE_TIME, MILLIS, "datetime", -1);
      case "Time" -> clock(ValueForm.TIME, MILLIS, "time", -1);
      case "Decimal" -> new Semantics(ValueForm.DECIMAL_BYTES, 0, decimal(parameters));
      default -> of(ValueForm.PLAIN, "varchar");
    };
  }

  /**
   * Without a precision and without decimals it may be a BIGINT UNSIGNED, and as well any other
   * number without decimals: the widest type holds both.
   */
  private static SourceType decimal(JsonNode parameters) {
    int precision = parameters.path("connect.decimal.precision").asInt(-1);
    int scale = parameters.path("scale").asInt(0);
    boolean isOpen = precision < 0 && scale == 0;
    return new SourceType("decimal", false, isOpen ? MOST_DIGITS : precision, scale);
  }

  private static Semantics data(String name, JsonNode parameters) {
    return switch (name) {
      case "Bits" -> {
        int length = parameters.path("length").asInt(-1);
        yield new Semantics(ValueForm.BITS, 0, new SourceType("bit", false, length, -1));
      }
      case "Enum" -> of(ValueForm.ENUM, "enum");
      case "EnumSet" -> of(ValueForm.SET, "set");
      case "VariableScaleDecimal" -> of(ValueForm.SCALED_DECIMAL, "decimal");
      case "Json" -> of(ValueForm.PLAIN, "json");
      case "TiDBVectorFloat32", "FloatVector", "DoubleVector" -> of(ValueForm.PLAIN, "vector");
      default -> null;
    };
  }

  private static Semantics byType(String type) {
    return switch (type) {
      case "int8" -> of(ValueForm.PLAIN, "tinyint");
      case "int16" -> of(ValueForm.PLAIN, "smallint");
      case "int32" -> of(ValueForm.PLAIN, "int");
      case "int64" -> of(ValueForm.PLAIN, "bigint");
      case "float", "float32" -> of(ValueForm.FLOAT, "float");
      case "double", "float64" -> of(ValueForm.FLOAT, "double");
      case "boolean" -> new Semantics(ValueForm.PLAIN, 0, new SourceType("bit", false, 1, -1));
      case "bytes" -> of(ValueForm.BINARY, "blob");
      case "struct", "array", "map" -> of(ValueForm.PLAIN, "json");
      default -> of(ValueForm.PLAIN, "varchar");
    };
  }

  private static Semantics of(ValueForm form, String type) {
    return new Semantics(form, 0, SourceType.of(type));
  }

  private static Semantics clock(ValueForm form, long unit, String type, int digits) {
    return new Semantics(form, unit, new SourceType(type, false, digits, -1));
  }

  /** The source's type decides where the message's leaves it open. */
  private static ValueForm form(ValueForm written, SourceType type, String connect) {
    boolean free = written == ValueForm.PLAIN || written == ValueForm.FLOAT;
    if (free && type.isInteger()) {
      return type.unsigned() ? ValueForm.UNSIGNED : ValueForm.PLAIN;
    } else if (free && type.sqlType() == 3) {
      return ValueForm.DECIMAL;
    } else if (written == ValueForm.PLAIN && type.isBinary() && connect.equals("string")) {
      return ValueForm.BINARY;
    }
    return written;
  }

  private static int digits(
      ValueForm form, SourceType type, JsonNode parameters, boolean propagated) {
    if (form == ValueForm.DECIMAL_BYTES) {
      return parameters.path("scale").asInt(0);
    } else if (form == ValueForm.DECIMAL) {
      return type.scale();
    }
    // Debezium tells a length of these only where the column has decimals.
    return type.isClock() && propagated ? Math.max(type.length(), 0) : -1;
  }

  /** Of an unsigned column: the largest value that its own SQL type holds. */
  static long largest(SourceType type) {
    return switch (type.name()) {
      case "tinyint" -> Byte.MAX_VALUE;
      case "smallint" -> Short.MAX_VALUE;
      case "int", "integer" -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE;
    };
  }

  /** Of an unsigned column: the SQL type of values above that. */
  static int wider(SourceType type) {
    return switch (type.name()) {
      case "tinyint" -> 5;
      case "smallint" -> 4;
      case "int", "integer" -> -5;
      case "mediumint" -> 0;
      default -> 3;
    };
  }

  /** MySQL has zero dates also where NULL is forbidden; Debezium has no other word for them. */
  private static byte[] nullText(JsonNode field, ValueForm form, SourceType type) {
    if (field.path("optional").asBoolean(true)) {
      return null;
    }
    boolean day = form == ValueForm.DAY;
    if (!day && form != ValueForm.DATE_TIME && form != ValueForm.INSTANT) {
      return null;
    }
    String fraction = type.length() > 0 && !day ? "." + "0".repeat(Math.min(type.length(), 6)) : "";
    return utf8(day ? "0000-00-00" : "0000-00-00 00:00:00" + fraction);
  }

  /** Names with commas between; a comma in a name has a backslash before it. */
  private static byte[][] elements(String allowed) {
    List<byte[]> elements = new ArrayList<>();
    if (!allowed.isEmpty()) {
      for (String element : allowed.split("(?<!\\\\),", -1)) {
        elements.add(utf8(element.replace("\\,", ",")));
      }
    }
    return elements.toArray(new byte[0][]);
  }

  /** What stands behind the word {@code enum} or {@code set}; nothing for other types. */
  static String list(SourceType type, byte[][] elements) {
    boolean listed = type.name().equals("enum") || type.name().equals("set");
    if (!listed || elements.length == 0) {
      return "";
    }
    StringBuilder list = new StringBuilder("(");
    for (byte[] element : elements) {
      String text = new String(element, StandardCharsets.UTF_8);
      list.append(list.length() > 1 ? "," : "")
          .append('\'')
          .append(text.replace("\\", "\\\\").replace("'", "''"))
          .append('\'');
    }
    return list.append(')').toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
