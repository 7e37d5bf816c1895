package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;

/** The primary key that a canal-json row message shows, for who looks for it. */
public final class PrimaryKey {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private PrimaryKey() {}

  /**
   * The key of the message's first row, its columns' texts as a JSON object, as {@code {"id":"7"}};
   * empty where there is no key, or no row.
   */
  public static String json(byte[] message) {
    try {
      RowImage image = new CanalRowReader(JSON).read(message);
      Columns row = image.data.get(0);
      if (image.keys.isEmpty() || !image.keys.stream().allMatch(row::has)) {
        return "";
      }
      StringWriter text = new StringWriter();
      try (JsonGenerator json = JSON.createGenerator(text)) {
        json.writeStartObject();
        for (String column : image.keys) {
          json.writeStringField(column, row.get(column));
        }
        json.writeEndObject();
      }
      return text.toString();
    } catch (IOException | RefusedRowException e) {
      return "";
    }
  }
}
