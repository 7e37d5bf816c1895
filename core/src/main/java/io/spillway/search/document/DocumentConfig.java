package io.spillway.search.document;

import java.io.Serializable;

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
 */
public record DocumentConfig(
    NameTemplate index,
    NameTemplate id,
    Versioning versioning,
    LongIds longIds,
    ValuePolicy values,
    int maxBytes)
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

  public DocumentConfig {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("max document bytes must be 1 or more: " + maxBytes);
    }
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
