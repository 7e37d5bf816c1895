package io.spillway.search;

import io.spillway.event.TableId;

/**
 * A statement after which the rows of a table are gone, and with them its documents.
 *
 * @param table whose rows are gone
 * @param index where their documents are
 * @param commitTs of the statement: documents of this version or an older one go
 * @param query the statement, for people
 */
public record DdlEffect(TableId table, String index, long commitTs, String query) {}
