package io.spillway.encode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.io.api.Binary;

/**
 * Makes records of Parquet of spooled rows, which are canal-json, with the columns of one table
 * version. What has no place in them, or no value of their type, stands as text in a column of its
 * own, so nothing of a row is lost. Not thread-safe.
 */
public final class ParquetEncoder {
  /** Half a surrogate pair, and whatever else UTF-8 can't spell, has a form in ASCII. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final Binary INSERT = Binary.fromString("I");
  private static final Binary UPDATE = Binary.fromString("U");
  private static final Binary DELETE = Binary.fromString("D");

  private final ParquetSchema schema;
  private final RowImages row;
  private final Object[] values;
  private final Map<String, String> unfit = new LinkedHashMap<>();
  private boolean fits;

  /** Where records go. */
  public interface Records {
    /**
     * Takes a record.
     *
     * @param values of the file's columns, null for NULL; the array is used again
     */
    void add(Object[] values) throws IOException;
  }

  public ParquetEncoder(ParquetSchema schema) {
    this.schema = schema;
    this.values = new Object[schema.size()];
    Map<String, Integer> places = new HashMap<>();
    for (Column column : schema.structure().columns()) {
      places.put(column.name(), places.size());
    }
    this.row = new RowImages(places);
  }

  public ParquetSchema schema() {
    return schema;
  }

  /** The columns by which rows are written. */
  public TableStructure structure() {
    return schema.structure();
  }

  /**
   * Gives a row's records: one; two for an update that changes the key.
   *
   * @return whether the row has just the columns of the table version, and values of their types
   * @throws IOException where it is no row of canal-json
   */
  public boolean encode(byte[] bytes, int from, int to, Records out) throws IOException {
    row.read(bytes, from, to);
    fits = true;
    for (int i = 0; i < row.size(); i++) {
      RowImages.Image now = row.now(i);
      switch (row.type()) {
        case "INSERT" -> record(INSERT, now, null, out);
        case "DELETE" -> record(DELETE, now, null, out);
        case "UPDATE" -> update(now, row.before(i), out);
        default -> throw new IOException("a row of type " + row.type());
      }
    }
    return fits;
  }

  private void update(RowImages.Image now, RowImages.Image before, Records out) throws IOException {
    if (before != null && row.changesKey(now, before)) {
      record(DELETE, before, null, out);
      record(INSERT, now, null, out);
    } else {
      record(UPDATE, now, before, out);
    }
  }

  private void record(Binary operation, RowImages.Image now, RowImages.Image before, Records out)
      throws IOException {
    Arrays.fill(values, null);
    unfit.clear();
    int place = 0;
    if (schema.options().operation()) {
      values[place++] = operation;
    }
    if (schema.options().commitTs()) {
      values[place] = row.commitTs();
    }
    for (int i = 0; i < schema.columns(); i++) {
      // a DELETE may have its key only
      if (now.has(i) || operation != DELETE) {
        set(schema.place(i), i, now);
      }
      if (before != null && schema.options().oldValues()) {
        set(schema.oldPlace(i), i, before);
      }
    }
    others("", now);
    if (before != null && schema.options().oldValues()) {
      others(ParquetSchema.OLD, before);
    }
    if (!unfit.isEmpty()) {
      fits = false;
      values[schema.unfitPlace()] = Binary.fromString(json());
    }
    out.add(values);
  }

  private void set(int place, int column, RowImages.Image image) {
    String text = image.value(column);
    if (text == null) {
      if (!image.has(column)) {
        unfit.put(schema.name(place), null);
      }
      return;
    }
    Object value = value(column, text);
    if (value instanceof ParquetValues.Cut cut) {
      unfit.put(schema.name(place), text);
      values[place] = cut.value();
    } else if (value == null) {
      unfit.put(schema.name(place), text);
    } else {
      values[place] = value;
    }
  }

  private Object value(int column, String text) {
    if (!row.hasTypes()) {
      Column known = schema.structure().columns().get(column);
      if (ElementNames.isName(text, known.elements(), known.type().equalsIgnoreCase("SET"))) {
        return ParquetValues.string(text);
      }
    }
    return schema.type(column).conversion().of(text);
  }

  private void others(String prefix, RowImages.Image image) {
    for (RowImages.Other other : image.others()) {
      unfit.put(prefix + other.name(), other.value());
    }
  }

  private String json() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.writeStartObject();
      for (Map.Entry<String, String> each : unfit.entrySet()) {
        out.writeStringField(each.getKey(), each.getValue());
      }
      out.writeEndObject();
    }
    return text.toString();
  }
}
