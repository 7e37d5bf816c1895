package io.spillway.decode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a row of the open protocol.
 *
 * @param columns in the order of the row
 * @param keyNames the value of {@code pkNames} for its rows, as JSON
 */
record OpenSchema(RowSchema columns, byte[] keyNames) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Columns as they are read, before they are a schema. */
  static final class Draft {
    private final List<ColumnForm> forms = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final ArrayNode keys = JSON.createArrayNode();

    /** Adds a column; why that can't be, or null. */
    String add(byte[] name, int code, long flags) {
      String text = new String(name, StandardCharsets.UTF_8);
      ColumnForm form = OpenTypes.form(name, code, flags);
      if (form == null) {
        return "has type " + code + ", which isn't known";
      } else if (!names.add(text)) {
        return "is given twice";
      }
      forms.add(form);
      if ((flags & OpenTypes.PRIMARY_KEY) != 0) {
        keys.add(text);
      }
      return null;
    }

    OpenSchema schema() {
      String names = keys.isEmpty() ? "null" : keys.toString();
      return new OpenSchema(RowSchema.described(forms), names.getBytes(StandardCharsets.UTF_8));
    }
  }
}
