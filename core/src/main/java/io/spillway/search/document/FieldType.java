package io.spillway.search.document;

import java.util.Locale;

/**
 * What a column is to an index. Each holds every value that the column can have, and goes on
 * holding them where a DDL widens the column: an index can't change the type of a field.
 */
public enum FieldType {
  /** Every integer below BIGINT UNSIGNED. */
  LONG("{\"type\":\"long\"}"),
  KEYWORD("{\"type\":\"keyword\",\"ignore_above\":8191}"),
  /** Elasticsearch has it in its free distribution only. */
  UNSIGNED_LONG("{\"type\":\"unsigned_long\"}", KEYWORD),
  DOUBLE("{\"type\":\"double\"}"),
  /** No engine computes with exact decimals: a double to search by, and the digits beside it. */
  DECIMAL(
      "{\"type\":\"double\",\"fields\":{\"exact\":{\"type\":\"keyword\",\"ignore_above\":8191}}}"),
  /** As both engines map a text that they meet by themselves. */
  TEXT("{\"type\":\"text\",\"fields\":{\"keyword\":{\"type\":\"keyword\",\"ignore_above\":256}}}"),
  /** A date that no calendar has stays in the document and is not searched. */
  DATE("{\"type\":\"date\",\"format\":\"strict_date_optional_time\",\"ignore_malformed\":true}"),
  /** Base64; not searched. */
  BINARY("{\"type\":\"binary\"}"),
  /** Any JSON at all, kept and not searched. */
  KEPT("{\"type\":\"object\",\"enabled\":false}"),
  /** OpenSearch's name for it. */
  FLAT_OBJECT("{\"type\":\"flat_object\"}", KEPT),
  /** JSON objects, whose leaves are searched as keywords. A JSON value is at most 100 deep. */
  FLATTENED("{\"type\":\"flattened\",\"depth_limit\":100,\"ignore_above\":4096}", FLAT_OBJECT);

  private static final int KEYWORD_BYTES = 1024;
  private static final int LONGEST_LONG_BITS = 63;
  private final String json;
  private final FieldType fallback;

  FieldType(String json) {
    this(json, null);
  }

  FieldType(String json, FieldType fallback) {
    this.json = json;
    this.fallback = fallback;
  }

  /** The field's mapping, a JSON object. */
  public String json() {
    return json;
  }

  /** The engine's name of the type, where it may not know it; else null. */
  public String rareName() {
    return fallback == null ? null : name().toLowerCase(Locale.ROOT);
  }

  /** What to take where the engine doesn't know this one; null for types that all know. */
  public FieldType fallback() {
    return fallback;
  }

  /** How many fields it counts against an index's limit. */
  public int weight() {
    return this == DECIMAL || this == TEXT ? 2 : 1;
  }

  /**
   * @param type the MySQL type, as {@code bigint unsigned}, or the number of a SQL type; null where
   *     nothing is known
   * @param json what a JSON column becomes
   */
  static FieldType of(ValueKind kind, String type, ValuePolicy.Json json) {
    String text = type == null ? "" : type.toLowerCase(Locale.ROOT);
    return switch (kind) {
      case INTEGER -> isUnsignedLong(text) ? UNSIGNED_LONG : LONG;
      case DECIMAL -> DECIMAL;
      case FLOAT -> DOUBLE;
      case CODE, TIME -> KEYWORD;
      case BINARY -> text.contains("blob") || !isShort(text) ? BINARY : KEYWORD;
      case DATE, INSTANT -> DATE;
      case VECTOR -> KEPT;
      case JSON ->
          switch (json) {
            case OBJECT -> KEPT;
            case FLATTENED -> FLATTENED;
            case TEXT -> TEXT;
          };
      case TEXT -> TEXT;
    };
  }

  private static boolean isUnsignedLong(String type) {
    boolean bits = type.startsWith("bit");
    int length = length(type);
    return (bits && (length < 0 || length > LONGEST_LONG_BITS))
        || (type.startsWith("bigint") && type.contains("unsigned"))
        // the SQL type of BIT and SET, where nothing else is known
        || type.equals("-7");
  }

  /** Keys are often binary, and short: they are to be found. */
  private static boolean isShort(String type) {
    return type.contains("binary") && length(type) <= KEYWORD_BYTES;
  }

  private static int length(String type) {
    int open = type.indexOf('(');
    int end = open < 0 ? -1 : type.indexOf(')', open);
    String digits = end < 0 ? "" : type.substring(open + 1, end);
    return Numbers.isInt(digits) ? Integer.parseInt(digits) : -1;
  }
}
