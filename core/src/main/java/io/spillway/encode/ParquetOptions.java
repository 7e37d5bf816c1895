package io.spillway.encode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How rows stand in Parquet files.
 *
 * @param codec of the pages
 * @param rowGroupBytes memory that a row group takes, from which on it is written
 * @param operation whether each record has its operation, in column {@code _op}
 * @param commitTs whether each record has its commit timestamp, in column {@code _commit_ts}
 * @param oldValues whether an update has the values before it, in columns {@code _old_...}
 * @param zone in which rows show TIMESTAMP columns
 */
public record ParquetOptions(
    ParquetCodec codec,
    int rowGroupBytes,
    boolean operation,
    boolean commitTs,
    boolean oldValues,
    ZoneId zone)
    implements Serializable {
  /** As much as a file has by default is two row groups or fewer. */
  public static final int ROW_GROUP_BYTES = 32 << 20;

  public static final ParquetOptions DEFAULT =
      new ParquetOptions(ParquetCodec.ZSTD, ROW_GROUP_BYTES, true, true, false, ZoneId.of("UTC"));

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What decides which values a row becomes, as text, for {@link #parse}. A file itself says how
   * its pages are compressed.
   */
  public String text() {
    Map<String, Object> form = new TreeMap<>();
    form.put("operation", operation);
    form.put("commitTs", commitTs);
    form.put("oldValues", oldValues);
    form.put("zone", zone.getId());
    try {
      return JSON.writeValueAsString(form);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What {@link #text} has written; empty for anything else. */
  public static Optional<ParquetOptions> parse(String text) {
    try {
      JsonNode form = JSON.readTree(text);
      if (!form.path("operation").isBoolean()
          || !form.path("commitTs").isBoolean()
          || !form.path("oldValues").isBoolean()) {
        return Optional.empty();
      }
      return Optional.of(
          new ParquetOptions(
              DEFAULT.codec,
              DEFAULT.rowGroupBytes,
              form.get("operation").asBoolean(),
              form.get("commitTs").asBoolean(),
              form.get("oldValues").asBoolean(),
              ZoneId.of(form.path("zone").asText())));
    } catch (IOException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
