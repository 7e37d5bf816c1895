package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The keys of a simple-json message that mean something here, and what their values must be. */
enum SimpleField implements FieldSpans.Meaning {
  VERSION("version", FieldKind.NUMBER),
  DATABASE("database", FieldKind.TEXT),
  TABLE("table", FieldKind.TEXT),
  TYPE("type", FieldKind.TEXT),
  SQL("sql", FieldKind.TEXT),
  COMMIT_TS("commitTs", FieldKind.NUMBER),
  BUILD_TS("buildTs", FieldKind.NUMBER),
  SCHEMA_VERSION("schemaVersion", FieldKind.NUMBER),
  DATA("data", FieldKind.OBJECT),
  OLD("old", FieldKind.OBJECT),
  TABLE_SCHEMA("tableSchema", FieldKind.OBJECT),
  PRE_TABLE_SCHEMA("preTableSchema", FieldKind.OBJECT),
  HANDLE_KEY_ONLY("handleKeyOnly", FieldKind.FLAG),
  CLAIM_CHECK_LOCATION("claimCheckLocation", FieldKind.TEXT);

  static final KeyTable<SimpleField> ALL = new KeyTable<>(List.of(values()), field -> field.name);

  private final byte[] name;
  private final FieldKind kind;

  SimpleField(String name, FieldKind kind) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.kind = kind;
  }

  @Override
  public FieldKind kind() {
    return kind;
  }

  /** The key as a person finds it in the message. */
  @Override
  public String toString() {
    return new String(name, StandardCharsets.US_ASCII);
  }
}
