package io.spillway.layout;

import io.spillway.event.TableId;
import io.spillway.schema.SchemaFile;

/**
 * A schema file's place.
 *
 * @param table the table, or a database's own identity for a database-level file
 * @param name version and checksum
 */
public record SchemaPath(TableId table, SchemaFile.Name name) {}
