package io.spillway.search.document;

import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.RefusedRowException.Kind;
import java.nio.charset.StandardCharsets;

/** The limits of an id. */
final class DocumentIds {
  /** What Elasticsearch and OpenSearch accept, in bytes of UTF-8. */
  static final int MAX_BYTES = 512;

  private static final String HASHED = "sha256:";

  private DocumentIds() {}

  static String legal(String id, LongIds longIds) throws RefusedRowException {
    if (id.isEmpty()) {
      throw new RefusedRowException(Kind.NO_ID, "an empty id");
    }
    if (id.length() <= MAX_BYTES / 3 || id.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) {
      return id;
    }
    if (longIds == LongIds.DEAD_LETTER) {
      throw new RefusedRowException(Kind.NO_ID, "an id of more than " + MAX_BYTES + " bytes");
    }
    return HASHED + Sha256.hex(id);
  }
}
