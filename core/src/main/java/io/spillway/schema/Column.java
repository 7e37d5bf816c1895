package io.spillway.schema;

import java.util.List;

/**
 * A column as schema files describe it. What isn't known is absent, never invented.
 *
 * @param name as the source spells it
 * @param type upper case, with suffix {@code UNSIGNED} where it applies, as {@code BIGINT UNSIGNED}
 * @param defaultJson the default as JSON text (a string in quotes, a number without), or null for
 *     none
 * @param precision display length or precision in decimal digits, or empty
 * @param scale decimals or fractional second digits, or empty
 * @param nullable false only where NOT NULL is known
 * @param primaryKey part of the primary key
 * @param elements the values of an ENUM or SET, else empty
 */
public record Column(
    String name,
    String type,
    String defaultJson,
    String precision,
    String scale,
    boolean nullable,
    boolean primaryKey,
    List<String> elements) {
  public Column {
    elements = List.copyOf(elements);
  }

  Column withName(String newName) {
    return new Column(newName, type, defaultJson, precision, scale, nullable, primaryKey, elements);
  }

  Column withType(String newType) {
    return new Column(name, newType, defaultJson, precision, scale, nullable, primaryKey, elements);
  }

  Column withDefault(String json) {
    return new Column(name, type, json, precision, scale, nullable, primaryKey, elements);
  }

  Column inPrimaryKey() {
    return new Column(name, type, defaultJson, precision, scale, false, true, elements);
  }

  Column outOfPrimaryKey() {
    return new Column(name, type, defaultJson, precision, scale, nullable, false, elements);
  }
}
