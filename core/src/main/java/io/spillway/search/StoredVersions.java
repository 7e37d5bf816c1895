package io.spillway.search;

import io.spillway.search.document.Document;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * The versions that documents were lately stored with, as far as there is room: what the upstream
 * sends again of them would be refused by its version, and costs no request. A document takes the
 * place of another that has its slot. Nothing of it is state: after a restart the engine refuses
 * the copies itself. Not thread-safe.
 */
final class StoredVersions {
  /** A few seconds of changes, mostly; about 10 MB with ids of usual length. */
  private static final int SLOTS = 1 << 16;

  private final CRC32 crc = new CRC32();
  private final CRC32C castagnoli = new CRC32C();
  private String[] indices;
  private String[] ids;
  private long[] versions;
  private long[] prints;

  /** The engine has answered that it has the document in this version or a newer one. */
  void stored(Document document, long version) {
    if (indices == null) {
      indices = new String[SLOTS];
      ids = new String[SLOTS];
      versions = new long[SLOTS];
      prints = new long[SLOTS];
    }
    int slot = slot(document);
    if (isAt(slot, document) && versions[slot] > version) {
      return;
    }
    indices[slot] = document.index();
    ids[slot] = document.id();
    versions[slot] = version;
    prints[slot] = print(document);
  }

  /**
   * Whether the engine would change nothing: it has a newer version, or this one with the same
   * content. Of two changes with one version the last may have to win.
   */
  boolean cover(Document document, long version) {
    if (indices == null) {
      return false;
    }
    int slot = slot(document);
    return isAt(slot, document)
        && (versions[slot] > version
            || (versions[slot] == version && prints[slot] == print(document)));
  }

  private boolean isAt(int slot, Document document) {
    return document.id().equals(ids[slot]) && document.index().equals(indices[slot]);
  }

  private static int slot(Document document) {
    int hash = document.id().hashCode() * 31 + document.index().hashCode();
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }

  /** Of action and source. */
  private long print(Document document) {
    byte[] bytes = document.ndjson();
    crc.reset();
    castagnoli.reset();
    crc.update(bytes, 0, bytes.length);
    castagnoli.update(bytes, 0, bytes.length);
    return crc.getValue() << 32 | castagnoli.getValue();
  }
}
