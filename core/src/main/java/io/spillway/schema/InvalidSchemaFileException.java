package io.spillway.schema;

/** Bytes that aren't a schema file. The message says what is wrong, and where as line:column. */
public final class InvalidSchemaFileException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidSchemaFileException(String what, int line, int column) {
    super(what + " (line " + line + ", column " + column + ")");
  }
}
