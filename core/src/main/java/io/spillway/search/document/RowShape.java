package io.spillway.search.document;

import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Names and types of a row's columns, and the fields that they become. */
final class RowShape {
  private final String[] names;
  private final String[] types;
  private final ValueKind[] kinds;
  private final String[] fieldNames;
  private final Fields fields;

  private RowShape(int size, Fields fields) {
    names = new String[size];
    types = new String[size];
    kinds = new ValueKind[size];
    fieldNames = new String[size];
    this.fields = fields;
  }

  static RowShape of(RowImage image, Columns row, ValuePolicy values) {
    Map<String, FieldType> fields = new LinkedHashMap<>();
    for (int i = 0; i < row.size(); i++) {
      String column = row.name(i);
      fields.put(
          FieldNames.legal(column),
          FieldType.of(image.kind(column, i), image.type(column, i), values.json()));
    }
    RowShape shape =
        new RowShape(row.size(), new Fields(new TableId(image.schema, image.table), fields));
    for (int i = 0; i < row.size(); i++) {
      shape.names[i] = row.name(i);
      shape.types[i] = image.type(row.name(i), i);
      shape.kinds[i] = image.kind(row.name(i), i);
      shape.fieldNames[i] = FieldNames.legal(row.name(i));
    }
    return shape;
  }

  /** Whether the row has these columns, in this order, with these types. */
  boolean fits(RowImage image, Columns row) {
    if (row.size() != names.length) {
      return false;
    }
    for (int i = 0; i < names.length; i++) {
      if (!names[i].equals(row.name(i)) || !Objects.equals(types[i], image.type(names[i], i))) {
        return false;
      }
    }
    return true;
  }

  ValueKind kind(int at) {
    return kinds[at];
  }

  String field(int at) {
    return fieldNames[at];
  }

  Fields fields() {
    return fields;
  }

  /** Columns whose fields have other names. */
  List<String> renamed() {
    List<String> renamed = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      if (!names[i].equals(fieldNames[i])) {
        renamed.add("'" + names[i] + "' is " + fieldNames[i]);
      }
    }
    return renamed;
  }
}
