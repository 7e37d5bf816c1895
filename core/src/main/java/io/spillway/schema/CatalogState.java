package io.spillway.schema;

import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.util.List;

/**
 * All that a {@link Catalog} knows, for keeping. Equal catalogues give equal states.
 *
 * @param tables in the order of their identities
 * @param warned tables whose unknown columns were reported already, in that order too
 */
public record CatalogState(List<Table> tables, List<TableId> warned) {
  public CatalogState {
    tables = List.copyOf(tables);
    warned = List.copyOf(warned);
  }

  /**
   * @param versions by time
   * @param shapes by time
   */
  public record Table(TableId table, List<Version> versions, List<TableShape> shapes) {
    public Table {
      versions = List.copyOf(versions);
      shapes = List.copyOf(shapes);
    }
  }

  /**
   * @param version commitTs of the DDL that made it
   * @param columns in table order, virtual ones among them
   * @param complete whether these are all
   * @param gone whether the table was dropped or renamed by that DDL
   * @param binary whether new texts that say nothing of their characters are binary; state of
   *     earlier days doesn't have it
   */
  public record Version(
      long version,
      List<ColumnDefinition> columns,
      boolean complete,
      boolean gone,
      boolean binary) {
    public Version {
      columns = List.copyOf(columns);
    }
  }
}
