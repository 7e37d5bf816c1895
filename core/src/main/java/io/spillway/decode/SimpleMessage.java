package io.spillway.decode;

/** What a message of TiCDC's simple protocol holds. Reused from message to message. */
final class SimpleMessage {
  /** Names as text, without quotes and escapes. */
  final Slice database = new Slice();

  final Slice table = new Slice();

  byte[] bytes;
  int end;

  private final FieldSpans<SimpleField> fields;

  SimpleMessage(Problem problem) {
    fields = new FieldSpans<>(SimpleField.values(), SimpleField.ALL, "message", problem);
  }

  /** Where the value of a field stands; empty where there is none. */
  Span span(SimpleField field) {
    return fields.span(field);
  }

  boolean has(SimpleField field) {
    return fields.has(field);
  }

  /** The number that a field holds, or -1. */
  long number(SimpleField field) {
    return fields.number(field);
  }

  /** What says that the source has left columns out of the row, as too large; or null. */
  SimpleField leftOut() {
    if (fields.isTrue(SimpleField.HANDLE_KEY_ONLY)) {
      return SimpleField.HANDLE_KEY_ONLY;
    }
    return span(SimpleField.CLAIM_CHECK_LOCATION).isBlank()
        ? null
        : SimpleField.CLAIM_CHECK_LOCATION;
  }

  /** Reads the message in a range of bytes; what is wrong with it is left in the problem. */
  void read(byte[] buffer, int from, int to) {
    bytes = buffer;
    fields.read(buffer, from, to);
    end = fields.end;
    fields.text(SimpleField.DATABASE, database);
    fields.text(SimpleField.TABLE, table);
  }
}
