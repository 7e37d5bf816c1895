package io.spillway.search.document;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * How rows become documents.
 *
 * @param index template of the index name; what comes out is made legal
 * @param id template of the id; {@code {pk}} stands for the primary key's values, joined with
 *     commas where there are several ({@code \} before a comma or {@code \} that belongs to one)
 * @param versioning what orders two writes of one document
 * @param longIds ids over 512 bytes
 * @param values choices about values
 * @param maxBytes longest item with its action line; a longer one is a dead letter
 * @param naming names that need a choice
 */
public record DocumentConfig(
    NameTemplate index,
    NameTemplate id,
    Versioning versioning,
    LongIds longIds,
    ValuePolicy values,
    int maxBytes,
    Naming naming)
    implements Serializable {
  private static final int MB = 1 << 20;

  /** {@code {schema}.{table}} and {@code {pk}}, long ids hashed, items up to 8 MB. */
  public static final DocumentConfig DEFAULT =
      new DocumentConfig(
          NameTemplate.parse("{schema}.{table}"),
          NameTemplate.parse("{pk}"),
          Versioning.COMMIT_TS,
          LongIds.HASH,
          ValuePolicy.DEFAULT,
          8 * MB);

  /** With {@link Naming#DEFAULT}. */
  public DocumentConfig(
      NameTemplate index,
      NameTemplate id,
      Versioning versioning,
      LongIds longIds,
      ValuePolicy values,
      int maxBytes) {
    this(index, id, versioning, longIds, values, maxBytes, Naming.DEFAULT);
  }

  public DocumentConfig {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("max document bytes must be 1 or more: " + maxBytes);
    }
  }

  /** How documents of this table are named: by the first entry that chooses it. */
  TableNames names(TableId table) {
    for (TableNames some : naming.tables()) {
      if (some.tables().chooses(table)) {
        return some;
      }
    }
    return new TableNames(null, index, id);
  }

  /**
   * @param withoutKey rows of tables without a primary key
   * @param letterCase index names of tables with upper-case letters
   * @param tables those whose documents have names of another template; the first entry that
   *     chooses a table is in effect
   */
  public record Naming(WithoutKey withoutKey, IndexCase letterCase, List<TableNames> tables)
      implements Serializable {
    public static final Naming DEFAULT = new Naming(WithoutKey.REFUSE, IndexCase.APART);

    public Naming {
      // a copy that can be serialized
      tables = new ArrayList<>(tables);
    }

    public Naming(WithoutKey withoutKey, IndexCase letterCase) {
      this(withoutKey, letterCase, List.of());
    }
  }

  /**
   * @param tables null for all
   */
  public record TableNames(TableFilter tables, NameTemplate index, NameTemplate id)
      implements Serializable {}

  /** What becomes of rows of a table without a primary key, where the id needs one. */
  public enum WithoutKey {
    /** They are dead letters. */
    REFUSE,
    /** They are counted, and no documents. */
    SKIP,
    /** The id is a hash of all columns; equal rows are one document. */
    ALL_COLUMNS
  }

  /** Index names are lower case; what becomes of two tables that differ only in case. */
  public enum IndexCase {
    /** A name that had to change ends with a hash, so that each has its own index. */
    APART,
    /** They share an index, and overwrite each other's documents where keys are equal. */
    FOLD
  }

  /** What orders two writes of one document. */
  public enum Versioning {
    /** The commit timestamp as external version. */
    COMMIT_TS,
    /** Nothing but the order in which they come: the writer sends one at a time. */
    NONE
  }

  /** What happens to an id over 512 bytes. */
  public enum LongIds {
    /** It becomes {@code sha256:} and 64 hex digits: stable, but no longer readable. */
    HASH,
    /** The row goes to the dead letters. */
    DEAD_LETTER
  }
}
