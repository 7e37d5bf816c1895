package io.spillway.schema;

/**
 * A schema file to write.
 *
 * @param structure whose it is, with the columns in force after the DDL; without columns for a
 *     database, a view, or a table of which nothing is known
 * @param version commitTs of the DDL
 * @param query the message's whole text, however many statements; empty for a structure that comes
 *     along with another table's statement
 * @param type TiDB's number of the kind, see {@link DdlAction}
 */
public record SchemaVersion(TableStructure structure, long version, String query, int type) {}
