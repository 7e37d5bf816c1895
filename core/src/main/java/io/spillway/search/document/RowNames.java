package io.spillway.search.document;

import io.spillway.search.document.RefusedRowException.Kind;
import io.spillway.search.document.RowImage.Change;
import java.util.Base64;

/** Index name and id of one row, as it is or as it was before the change. */
final class RowNames {
  private final DocumentConfig config;
  private String lastSchema;
  private String lastTable;
  private String lastIndex;

  RowNames(DocumentConfig config) {
    this.config = config;
  }

  /** Where a document is. */
  record Place(String index, String id) {}

  Place place(RowImage image, Change change, boolean before) throws RefusedRowException {
    String index = index(image, change, before);
    String id = expand(config.id(), image, change, before, Kind.NO_ID);
    return new Place(index, DocumentIds.legal(id, config.longIds()));
  }

  private String index(RowImage image, Change change, boolean before) throws RefusedRowException {
    boolean known =
        !config.index().dependsOnRow()
            && image.schema.equals(lastSchema)
            && image.table.equals(lastTable);
    if (!known) {
      String name = expand(config.index(), image, change, before, Kind.NO_INDEX);
      if (name.isEmpty()) {
        throw new RefusedRowException(Kind.NO_INDEX, "an empty index name");
      }
      lastIndex = IndexNames.legal(name);
      lastSchema = image.schema;
      lastTable = image.table;
    }
    return lastIndex;
  }

  /** Whether the change may have moved the document; false is certain. */
  boolean mayMove(RowImage image, Change change) {
    if (image.delete() || change.before() == null) {
      return false;
    }
    return moves(config.id(), image, change) || moves(config.index(), image, change);
  }

  private static boolean moves(NameTemplate template, RowImage image, Change change) {
    if (!template.dependsOnRow()) {
      return false;
    }
    for (NameTemplate.Part part : template.parts()) {
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

  private static String expand(
      NameTemplate template, RowImage image, Change change, boolean before, Kind missing)
      throws RefusedRowException {
    StringBuilder name = new StringBuilder();
    for (NameTemplate.Part part : template.parts()) {
      if (!part.place()) {
        name.append(part.text());
        continue;
      }
      switch (part.text()) {
        case "schema" -> name.append(image.schema);
        case "table" -> name.append(image.table);
        case "pk" -> name.append(key(image, change, before, missing));
        default -> name.append(value(image, change, before, part.text(), missing));
      }
    }
    return name.toString();
  }

  private static String key(RowImage image, Change change, boolean before, Kind missing)
      throws RefusedRowException {
    if (image.keys.isEmpty()) {
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
