package io.spillway.job.config;

import io.spillway.encode.CsvOptions;
import io.spillway.encode.ParquetOptions;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The values of the keys that are {@link KeyChange#REFUSED}, but for those of sources: what state
 * was made with, and has to be gone on with. Values are as in the file, defaults are filled in, and
 * a key that has no meaning in the pipeline isn't there.
 */
public final class LineageKeys {
  /** Which tables have which other names. */
  public static final String NAMES = "tables[].as";

  private LineageKeys() {}

  public static SortedMap<String, String> of(PipelineConfig config) {
    SortedMap<String, String> values = new TreeMap<>();
    values.put("pipeline.name", config.pipeline().name());
    values.put("dispatcher-by", word(config.dispatcherBy()));
    put(config.tables(), values);
    config.storage().ifPresent(storage -> put(storage, values));
    put("cursor.events", true, config.cursor().events(), values);
    put("errors.dead-letters", false, config.errors().deadLetters(), values);
    return Collections.unmodifiableSortedMap(values);
  }

  /**
   * Which tables have another name, and which one: state and bucket know rows by it. Rules in front
   * of one that gives a name decide whose it is, so they count too.
   */
  private static void put(TableRules tables, Map<String, String> values) {
    List<String> routes = new ArrayList<>();
    int last = 0;
    for (TableRules.Rule rule : tables.all()) {
      boolean renames = rule.route() instanceof Route.Renamed;
      routes.add(rule.match() + (renames ? " as " + rule.route() : ""));
      last = renames ? routes.size() : last;
    }
    if (last > 0) {
      values.put(NAMES, String.join(", ", routes.subList(0, last)));
    }
  }

  private static void put(StorageConfig storage, Map<String, String> values) {
    values.put("storage.path", place(storage.path()));
    values.put("storage.format", storage.form().word());
    if (storage.form() instanceof FileForm.Csv csv) {
      put(csv.options(), values);
    } else if (storage.form() instanceof FileForm.Parquet parquet) {
      put(parquet.options(), values);
    }
    values.put("storage.file-index-digits", Integer.toString(storage.fileIndexDigits()));
    values.put("storage.compression", word(storage.form().compression()));
  }

  private static void put(CsvOptions csv, Map<String, String> values) {
    values.put("storage.csv.delimiter", csv.delimiter());
    values.put("storage.csv.quote", csv.quote());
    values.put("storage.csv.null", csv.nullText());
    values.put("storage.csv.include-commit-ts", Boolean.toString(csv.commitTs()));
    values.put("storage.csv.binary-encoding-method", word(csv.binary()));
    values.put("storage.csv.output-old-value", Boolean.toString(csv.oldValues()));
    values.put("storage.csv.output-field-header", Boolean.toString(csv.header()));
    values.put("storage.csv.terminator", word(csv.terminator()));
  }

  private static void put(ParquetOptions parquet, Map<String, String> values) {
    values.put("storage.parquet.include-op", Boolean.toString(parquet.operation()));
    values.put("storage.parquet.include-commit-ts", Boolean.toString(parquet.commitTs()));
    values.put("storage.parquet.output-old-value", Boolean.toString(parquet.oldValues()));
    values.put("storage.parquet.timestamp-zone", parquet.zone().getId());
  }

  private static void put(
      String section, boolean topicCounts, Location location, Map<String, String> values) {
    if (location instanceof Location.Files files) {
      values.put(section + ".type", "files");
      values.put(section + ".path", place(files.path()));
    } else if (location instanceof Location.Topic topic) {
      values.put(section + ".type", "kafka");
      if (topicCounts) {
        values.put(section + ".topic", topic.topic());
      }
    } else {
      throw new IllegalStateException("unknown location " + location);
    }
  }

  /** One form for all that mean the same place, as {@code file:/data/out}. */
  public static String place(URI place) {
    String text = place.normalize().toString().replaceFirst("^file:/+", "file:/");
    return text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /** As the file has it: {@code table-and-partition}. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
