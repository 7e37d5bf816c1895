package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The keys of a message that say what it is and where it belongs. */
enum Field {
  DATABASE("database"),
  TABLE("table"),
  PK_NAMES("pkNames"),
  IS_DDL("isDdl"),
  TYPE("type"),
  ES("es"),
  SQL("sql"),
  MYSQL_TYPE("mysqlType"),
  DATA("data"),
  /** Columns whose values a debezium-json source hasn't told. */
  UNAVAILABLE("unavailable"),
  TIDB("_tidb"),
  COMMIT_TS("commitTs"),
  WATERMARK_TS("watermarkTs"),
  ONLY_HANDLE_KEY("onlyHandleKey"),
  CLAIM_CHECK_LOCATION("claimCheckLocation"),
  /** Any other key. */
  OTHER("");

  private final byte[] name;
  private final long prefix;

  Field(String name) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.prefix = Swar.upToEight(this.name, 0, this.name.length);
  }

  /** Its bit in a set of fields. */
  int bit() {
    return 1 << ordinal();
  }

  /** Level of the object that it is a key of: 1 is the message, 2 the extension. */
  int depth() {
    return ordinal() > TIDB.ordinal() ? 2 : 1;
  }

  /** The field of a key at a {@link #depth()}, the key's bytes being without escapes. */
  static Field of(byte[] bytes, int start, int end, int depth) {
    return depth == 1 ? ofMessage(bytes, start, end) : ofExtension(bytes, start, end);
  }

  private static Field ofMessage(byte[] bytes, int start, int end) {
    int length = end - start;
    long prefix = Swar.upToEight(bytes, start, length);
    return switch (length) {
      case 2 -> ES.or(prefix);
      case 3 -> SQL.or(prefix);
      case 4 -> prefix == DATA.prefix ? DATA : TYPE.or(prefix);
      case 5 -> prefix == TABLE.prefix ? TABLE : prefix == IS_DDL.prefix ? IS_DDL : TIDB.or(prefix);
      case 7 -> PK_NAMES.or(prefix);
      case 8 -> DATABASE.or(prefix);
      case 9 -> MYSQL_TYPE.or(bytes, start, end);
      case 11 -> UNAVAILABLE.or(bytes, start, end);
      default -> OTHER;
    };
  }

  private static Field ofExtension(byte[] bytes, int start, int end) {
    return switch (end - start) {
      case 8 -> COMMIT_TS.or(Swar.upToEight(bytes, start, 8));
      case 11 -> WATERMARK_TS.or(bytes, start, end);
      case 13 -> ONLY_HANDLE_KEY.or(bytes, start, end);
      case 18 -> CLAIM_CHECK_LOCATION.or(bytes, start, end);
      default -> OTHER;
    };
  }

  private Field or(long otherPrefix) {
    return prefix == otherPrefix ? this : OTHER;
  }

  private Field or(byte[] bytes, int start, int end) {
    return Arrays.equals(name, 0, name.length, bytes, start, end) ? this : OTHER;
  }

  /** The key as a person finds it in the message. */
  @Override
  public String toString() {
    String key = new String(name, StandardCharsets.US_ASCII);
    return depth() == 2 ? "_tidb." + key : key;
  }
}
