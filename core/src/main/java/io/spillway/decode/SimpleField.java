package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The keys of a simple-json message that mean something here, and what their values must be. */
enum SimpleField {
  VERSION("version", Kind.NUMBER),
  DATABASE("database", Kind.TEXT),
  TABLE("table", Kind.TEXT),
  TYPE("type", Kind.TEXT),
  SQL("sql", Kind.TEXT),
  COMMIT_TS("commitTs", Kind.NUMBER),
  BUILD_TS("buildTs", Kind.NUMBER),
  SCHEMA_VERSION("schemaVersion", Kind.NUMBER),
  DATA("data", Kind.OBJECT),
  OLD("old", Kind.OBJECT),
  TABLE_SCHEMA("tableSchema", Kind.OBJECT),
  PRE_TABLE_SCHEMA("preTableSchema", Kind.OBJECT),
  HANDLE_KEY_ONLY("handleKeyOnly", Kind.FLAG),
  CLAIM_CHECK_LOCATION("claimCheckLocation", Kind.TEXT);

  /** What a value must be; a value that is {@code null} counts as absent. */
  enum Kind {
    TEXT("a string"),
    NUMBER("an integer from 0 to 2^63-1"),
    OBJECT("an object"),
    FLAG("true or false");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean fits(byte[] json, int from, int to) {
      byte first = json[from];
      return switch (this) {
        case TEXT -> first == '"';
        case NUMBER -> JsonText.natural(json, from, to) >= 0;
        case OBJECT -> first == '{';
        case FLAG -> first == 't' || first == 'f';
      };
    }
  }

  private static final KeyTable<SimpleField> ALL =
      new KeyTable<>(List.of(values()), field -> field.name);

  private final byte[] name;
  private final Kind kind;

  SimpleField(String name, Kind kind) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** The field of a key; null for any other key. */
  static SimpleField of(byte[] bytes, int from, int to) {
    return ALL.find(bytes, from, to);
  }

  /** The key as a person finds it in the message. */
  @Override
  public String toString() {
    return new String(name, StandardCharsets.US_ASCII);
  }
}
