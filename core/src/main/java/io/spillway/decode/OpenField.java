package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The keys of an event of TiCDC's open protocol that mean something here, and what their values
 * must be. Those up to {@link #CLAIM_CHECK} stand in the event's key, and so does the first meaning
 * of {@link #TYPE}; those behind it stand in its value.
 */
enum OpenField implements FieldSpans.Meaning {
  COMMIT_TS("ts", FieldKind.NUMBER),
  SCHEMA("scm", FieldKind.TEXT),
  TABLE("tbl", FieldKind.TEXT),
  /** Of the event; in the value of a statement the number of TiDB's action. */
  TYPE("t", FieldKind.NUMBER),
  ONLY_HANDLE_KEY("ohk", FieldKind.FLAG),
  CLAIM_CHECK("ccl", FieldKind.TEXT),
  /** The row as it is now. */
  UPDATED("u", FieldKind.OBJECT),
  PREVIOUS("p", FieldKind.OBJECT),
  DELETED("d", FieldKind.OBJECT),
  QUERY("q", FieldKind.TEXT);

  static final KeyTable<OpenField> ALL = new KeyTable<>(List.of(values()), field -> field.name);

  private final byte[] name;
  private final FieldKind kind;

  OpenField(String name, FieldKind kind) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.kind = kind;
  }

  @Override
  public FieldKind kind() {
    return kind;
  }

  /** The key as a person finds it in the event. */
  @Override
  public String toString() {
    return new String(name, StandardCharsets.US_ASCII);
  }
}
