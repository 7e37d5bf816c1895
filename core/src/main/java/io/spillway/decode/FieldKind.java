package io.spillway.decode;

/** What the value of a key must be; a value that is {@code null} counts as absent. */
enum FieldKind {
  TEXT("a string"),
  NUMBER("an integer from 0 to 2^63-1"),
  OBJECT("an object"),
  FLAG("true or false");

  private final String words;

  FieldKind(String words) {
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
