package io.spillway.search.document;

/**
 * One item of a bulk request.
 *
 * @param index index name, legal
 * @param id document id, at most {@link DocumentIds#MAX_BYTES} bytes
 * @param delete whether the document goes
 * @param ndjson the action line and, unless it is a delete, the source line, each ended by a line
 *     feed; UTF-8
 * @param fields those of its table, as its row shows them
 */
public record Document(String index, String id, boolean delete, byte[] ndjson, Fields fields) {}
