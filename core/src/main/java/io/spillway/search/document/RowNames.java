package io.spillway.search.document;

import io.spillway.event.Surrogates;
import io.spillway.event.TableId;
import io.spillway.search.document.DocumentConfig.IndexCase;
import io.spillway.search.document.DocumentConfig.TableNames;
import io.spillway.search.document.DocumentConfig.WithoutKey;
import io.spillway.search.document.RefusedRowException.Kind;
import io.spillway.search.document.RowImage.Change;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Index name and id of one row, as it is or as it was before the change. */
final class RowNames {
  private static final int DATE_LENGTH = "2026-01-31".length();
  private static final String HALF = "half of a surrogate pair in it, which no UTF-8 can spell";
  private final DocumentConfig config;
  private TableNames templates;
  private String lastSchema;
  private String lastTable;
  private String lastIndex;
  private final Set<String> withoutKey = new LinkedHashSet<>();
  private final List<String> unseen = new ArrayList<>();
  private long skipped;

  RowNames(DocumentConfig config) {
    this.config = config;
  }

  /** The templates of the row's table. */
  private TableNames templates(RowImage image) {
    if (!image.table.equals(lastTable) || !image.schema.equals(lastSchema)) {
      templates = config.names(new TableId(image.schema, image.table));
      lastSchema = image.schema;
      lastTable = image.table;
      lastIndex = null;
    }
    return templates;
  }

  /** Where a document is. */
  record Place(String index, String id) {}

  Place place(RowImage image, Change change, boolean before) throws RefusedRowException {
    String index = index(image, change, before);
    String id = expand(templates(image).id(), image, change, before, Kind.NO_ID).text();
    if (!Surrogates.paired(id)) {
      throw new RefusedRowException(Kind.NO_ID, HALF);
    }
    return new Place(index, DocumentIds.legal(id, config.longIds()));
  }

  String index(RowImage image, Change change, boolean before) throws RefusedRowException {
    NameTemplate template = templates(image).index();
    if (lastIndex == null || template.dependsOnRow()) {
      Name name = expand(template, image, change, before, Kind.NO_INDEX);
      if (name.text().isEmpty()) {
        throw new RefusedRowException(Kind.NO_INDEX, "an empty index name");
      }
      if (!Surrogates.paired(name.text())) {
        throw new RefusedRowException(Kind.NO_INDEX, HALF);
      }
      lastIndex =
          IndexNames.legal(
              name.text(),
              name.identity(),
              name.ambiguous(),
              config.naming().letterCase() == IndexCase.FOLD);
    }
    return lastIndex;
  }

  /** Whether the change may have moved the document; false is certain. */
  boolean mayMove(RowImage image, Change change) {
    if (image.delete() || change.before() == null) {
      return false;
    }
    TableNames names = templates(image);
    return moves(names.id(), image, change) || moves(names.index(), image, change);
  }

  private static boolean moves(NameTemplate template, RowImage image, Change change) {
    if (!template.dependsOnRow()) {
      return false;
    }
    for (NameTemplate.Part part : template.parts()) {
      if (part.place() && part.text().equals("pk") && image.keys.isEmpty()) {
        return change.before().size() > 0;
      }
      if (part.place() && part.text().equals("pk")) {
        for (String key : image.keys) {
          if (differs(change, key)) {
            return true;
          }
        }
      } else if (part.place() && differs(change, part.text())) {
        return true;
      }
    }
    return false;
  }

  private static boolean differs(Change change, String column) {
    return change.hasBefore(column)
        && !java.util.Objects.equals(change.before().get(column), change.after().get(column));
  }

  /**
   * What a template gives.
   *
   * @param escaped whether a value holds the text that comes behind its place; it stands in the
   *     text with a backslash before it
   */
  private record Name(String text, boolean escaped) {
    /** Whether the same text without backslashes could be another name's. */
    boolean ambiguous() {
      return escaped;
    }

    String identity() {
      return text;
    }
  }

  private Name expand(
      NameTemplate template, RowImage image, Change change, boolean before, Kind missing)
      throws RefusedRowException {
    StringBuilder name = new StringBuilder();
    boolean escaped = false;
    List<NameTemplate.Part> parts = template.parts();
    for (int i = 0; i < parts.size(); i++) {
      NameTemplate.Part part = parts.get(i);
      if (!part.place()) {
        name.append(part.text());
        continue;
      }
      String value =
          switch (part.text()) {
            case "schema" -> image.schema;
            case "table" -> image.table;
            case "pk" -> key(image, change, before, missing);
            default -> column(image, change, before, part, missing);
          };
      String behind = i + 2 < parts.size() ? parts.get(i + 1).text() : "";
      if (!behind.isEmpty() && !parts.get(i + 1).place() && holds(value, behind)) {
        escaped = true;
        name.append(value.replace("\\", "\\\\").replace(behind, "\\" + behind));
      } else {
        name.append(value);
      }
    }
    return new Name(name.toString(), escaped);
  }

  private static boolean holds(String value, String separator) {
    return value.contains(separator) || value.endsWith("\\");
  }

  /** Tables without a key that were met for the first time since the last call. */
  List<String> takeWithoutKey() {
    if (unseen.isEmpty()) {
      return List.of();
    }
    List<String> taken = List.copyOf(unseen);
    unseen.clear();
    return taken;
  }

  /** Rows that are no documents, as their tables have no key. */
  long skipped() {
    return skipped;
  }

  /** Whether the row is no document, since its table has no key and that is what was asked for. */
  boolean skips(RowImage image) {
    if (!image.keys.isEmpty() || !templates(image).id().needsKey()) {
      return false;
    }
    String table = image.schema + "." + image.table;
    if (withoutKey.add(table)) {
      unseen.add(table);
    }
    boolean skip = config.naming().withoutKey() == WithoutKey.SKIP;
    skipped += skip ? image.data.size() : 0;
    return skip;
  }

  /** All columns by their names, in the order of the names. */
  private static String allColumns(Change change, boolean before) {
    TreeMap<String, String> columns = new TreeMap<>();
    for (int i = 0; i < change.after().size(); i++) {
      String column = change.after().name(i);
      boolean old = before && change.hasBefore(column);
      columns.put(column, old ? change.before().get(column) : change.after().text(i));
    }
    StringBuilder text = new StringBuilder();
    columns.forEach(
        (column, value) ->
            text.append(column.length())
                .append(':')
                .append(column)
                .append(value == null ? -1 : value.length())
                .append(':')
                .append(value == null ? "" : value));
    return "sha256:" + Sha256.hex(text.toString());
  }

  private String key(RowImage image, Change change, boolean before, Kind missing)
      throws RefusedRowException {
    if (image.keys.isEmpty()) {
      if (config.naming().withoutKey() == WithoutKey.ALL_COLUMNS && missing == Kind.NO_ID) {
        return allColumns(change, before);
      }
      throw new RefusedRowException(missing, "the table has no primary key");
    }
    if (image.keys.size() == 1) {
      return value(image, change, before, image.keys.get(0), missing);
    }
    StringBuilder joined = new StringBuilder();
    for (String column : image.keys) {
      String value = value(image, change, before, column, missing);
      joined
          .append(joined.isEmpty() ? "" : ",")
          .append(value.replace("\\", "\\\\").replace(",", "\\,"));
    }
    return joined.toString();
  }

  private static String column(
      RowImage image, Change change, boolean before, NameTemplate.Part part, Kind missing)
      throws RefusedRowException {
    String value = value(image, change, before, part.text(), missing);
    if (part.date().isEmpty()) {
      return value;
    }
    try {
      String date =
          LocalDate.parse(value.substring(0, Math.min(value.length(), DATE_LENGTH))).toString();
      return part.date()
          .replace("yyyy", date.substring(0, 4))
          .replace("MM", date.substring(5, 7))
          .replace("dd", date.substring(8));
    } catch (DateTimeException e) {
      throw new RefusedRowException(missing, "column " + part.text() + " holds no date");
    }
  }

  private static String value(
      RowImage image, Change change, boolean before, String column, Kind missing)
      throws RefusedRowException {
    boolean old = before && change.hasBefore(column);
    String value = (old ? change.before() : change.after()).get(column);
    if (value == null) {
      throw new RefusedRowException(missing, "column " + column + " is missing or null");
    }
    return image.kind(column) == ValueKind.BINARY
        ? Base64.getEncoder().encodeToString(ValueWriter.latin1(column, value))
        : value;
  }
}
