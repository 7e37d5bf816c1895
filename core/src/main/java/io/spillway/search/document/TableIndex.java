package io.spillway.search.document;

import io.spillway.event.TableId;
import java.util.Optional;

/** The index that holds the documents of one table and of no other. */
public final class TableIndex {
  private TableIndex() {}

  /** Empty where rows of the table go to several indices, or share one with other tables. */
  public static Optional<String> of(DocumentConfig config, TableId table) {
    boolean shared = config.naming().letterCase() == DocumentConfig.IndexCase.FOLD;
    if (shared || config.index().dependsOnRow() || !config.index().namesTable()) {
      return Optional.empty();
    }
    RowImage image = new RowImage();
    image.schema = table.schema();
    image.table = table.table();
    try {
      return Optional.of(new RowNames(config).index(image, null, false));
    } catch (RefusedRowException e) {
      return Optional.empty();
    }
  }
}
