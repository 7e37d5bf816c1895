package io.spillway.storage;

import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Writes index files, which never go back. Used by several threads. */
final class IndexSteps {
  private final BucketFiles bucket;
  private final Layout layout;
  private final Looks looks;
  private final String attempt;
  private final DataSteps.Before before;

  /** What each index file names, as far as this attempt knows. */
  private final Map<IndexFile, DataFile> indexed = new ConcurrentHashMap<>();

  /**
   * @param attempt part of temporary files' names
   */
  IndexSteps(
      BucketFiles bucket, Layout layout, Looks looks, String attempt, DataSteps.Before before) {
    this.bucket = bucket;
    this.layout = layout;
    this.looks = looks;
    this.attempt = attempt;
    this.before = before;
  }

  /** An index file that names this one of its directory and dispatcher, or a newer one. */
  void write(DataFile newest) throws IOException {
    BucketFiles.Indexed current = current(newest);
    if (newest.number() > current.number() || current.damaged()) {
      put(
          new DataFile(
              newest.dir(), newest.dispatcher(), Math.max(newest.number(), current.number())));
    } else {
      indexed.put(
          newest.index(), new DataFile(newest.dir(), newest.dispatcher(), current.number()));
    }
  }

  private BucketFiles.Indexed current(DataFile newest) throws IOException {
    DataFile known = indexed.get(newest.index());
    if (known != null) {
      return new BucketFiles.Indexed(known.number(), false);
    }
    return looks.isNeeded(newest.dir().table())
        ? bucket.index(newest.dir(), newest.dispatcher())
        : new BucketFiles.Indexed(0, false);
  }

  private void put(DataFile newest) throws IOException {
    before.require();
    bucket.replace(
        layout.indexPath(newest.dir(), newest.dispatcher()),
        layout.indexContent(newest).getBytes(StandardCharsets.UTF_8),
        attempt);
    indexed.put(newest.index(), newest);
  }

  /** What has gone back. */
  interface WentBack {
    void from(String path, long now, long mine);
  }

  /**
   * Reads what this attempt has written, and writes again what has gone back.
   *
   * @return how many had
   */
  int putRight(WentBack found) throws IOException {
    int wrong = 0;
    for (DataFile mine : List.copyOf(indexed.values())) {
      BucketFiles.Indexed now = bucket.index(mine.dir(), mine.dispatcher());
      if (now.number() < mine.number() || now.damaged()) {
        found.from(layout.indexPath(mine.dir(), mine.dispatcher()), now.number(), mine.number());
        put(mine);
        wrong++;
      }
    }
    return wrong;
  }
}
