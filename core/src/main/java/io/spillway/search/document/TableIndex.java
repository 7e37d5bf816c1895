package io.spillway.search.document;

import io.spillway.event.TableId;
import java.util.Optional;
import java.util.stream.Stream;

/** The index that holds the documents of one table and of no other. */
public final class TableIndex {
  private TableIndex() {}

  /** Empty where rows of the table go to several indices, or share one with other tables. */
  public static Optional<String> of(DocumentConfig config, TableId table) {
    boolean shared = config.naming().letterCase() == DocumentConfig.IndexCase.FOLD;
    NameTemplate template = config.names(table).index();
    if (shared || template.dependsOnRow() || !template.namesTable()) {
      return Optional.empty();
    }
    RowImage image = new RowImage();
    image.schema = table.schema();
    image.table = table.table();
    try {
      String index = new RowNames(config).index(image, null, false);
      boolean ofOthers =
          Stream.concat(
                  Stream.of(config.index()),
                  config.naming().tables().stream().map(DocumentConfig.TableNames::index))
              .anyMatch(other -> !other.equals(template) && other.couldGive(index));
      return ofOthers ? Optional.empty() : Optional.of(index);
    } catch (RefusedRowException e) {
      return Optional.empty();
    }
  }
}
