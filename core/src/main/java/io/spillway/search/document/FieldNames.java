package io.spillway.search.document;

import io.spillway.event.Surrogates;
import java.util.Set;

/**
 * Makes any column's name a legal field name. An engine refuses a document with a field that is
 * called as one of its own ({@code _id}, {@code _source}), or by nothing; and it takes a dot for a
 * path, so that {@code a.b} and {@code a} can't both be there. Such a name has {@code _} for each
 * dot, space and control character, and ends with a dash and 8 hex digits of its SHA-256, so that
 * no two columns share a field.
 */
final class FieldNames {
  private static final int SUFFIX = 8;

  /** Names of Elasticsearch 7 to 9 and OpenSearch 1 to 3. */
  private static final Set<String> ENGINES =
      Set.of(
          "_all",
          "_data_stream_timestamp",
          "_doc_count",
          "_feature",
          "_field_names",
          "_id",
          "_ignored",
          "_ignored_source",
          "_index",
          "_inference_fields",
          "_nested_path",
          "_parent",
          "_primary_term",
          "_recovery_source",
          "_routing",
          "_seq_no",
          "_size",
          "_source",
          "_tier",
          "_timestamp",
          "_ts_routing_hash",
          "_tsid",
          "_ttl",
          "_type",
          "_uid",
          "_version");

  private FieldNames() {}

  static String legal(String column) {
    if (isLegal(column)) {
      return column;
    }
    StringBuilder legal = new StringBuilder(column.length() + SUFFIX + 1);
    for (int i = 0; i < column.length(); i++) {
      char c = column.charAt(i);
      boolean kept = c != '.' && c > ' ' && c != 0x7F && !Character.isSurrogate(c);
      legal.append(kept ? c : '_');
    }
    return legal.append('-').append(Sha256.hex(column), 0, SUFFIX).toString();
  }

  private static boolean isLegal(String column) {
    if (column.isBlank() || ENGINES.contains(column) || !Surrogates.paired(column)) {
      return false;
    }
    for (int i = 0; i < column.length(); i++) {
      char c = column.charAt(i);
      if (c == '.' || c < ' ' || c == 0x7F) {
        return false;
      }
    }
    return true;
  }
}
