package io.spillway.tools.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.layout.DataFile;
import io.spillway.layout.Layout;
import io.spillway.tools.verify.BucketFiles.Entry;
import io.spillway.wire.LineReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.apache.flink.core.fs.Path;

/**
 * What an index file must cover even beside a running job: all files of a version whose next DDL is
 * visible, for a reader would apply the DDL first; and all rows up to checkpoint-ts. The index file
 * is read again before it is blamed, since the job may have gone on meanwhile.
 */
final class LiveCoverage {
  private static final int FIRST_LINE_BUFFER = 16 << 10;

  private final Path root;
  private final BucketFiles files;
  private final Layout layout;
  private final OptionalLong checkpointTs;
  private final FaultLog faults;

  /**
   * @param checkpointTs as it was before the first index file was read
   */
  LiveCoverage(
      Path root, BucketFiles files, Layout layout, OptionalLong checkpointTs, FaultLog faults) {
    this.root = root;
    this.files = files;
    this.layout = layout;
    this.checkpointTs = checkpointTs;
    this.faults = faults;
  }

  void check(Series series, long nextDdl) throws IOException {
    SortedMap<Long, Series.Member> uncovered =
        series.files().tailMap(series.covered().orElse(0), false);
    if (uncovered.isEmpty() || series.isIndexBroken()) {
      return;
    }
    String name = series.name(uncovered.get(uncovered.firstKey()));
    if (nextDdl != Long.MAX_VALUE) {
      require(series, uncovered.lastKey(), name, "though DDL " + nextDdl + " is visible");
      return;
    }
    OptionalLong first = firstCommitTs(series.path(uncovered.get(uncovered.firstKey())));
    if (first.isPresent() && first.getAsLong() <= checkpointTs.orElse(-1)) {
      String detail = "though its commitTs " + first.getAsLong() + " is within checkpoint-ts";
      require(series, uncovered.firstKey(), name, detail);
    }
  }

  private void require(Series series, long number, String name, String detail) throws IOException {
    if (coveredNow(series, number) < number) {
      boolean missing = series.covered().isEmpty();
      FaultKind kind = missing ? FaultKind.INDEX_MISSING : FaultKind.INDEX_BEHIND;
      faults.add(kind, name, "not covered " + detail);
    }
  }

  private long coveredNow(Series series, long wanted) throws IOException {
    String name = layout.indexPath(series.index().dir(), series.index().dispatcher());
    Entry index = new Entry(new Path(root, name), name, false, 0);
    try {
      return number(series, files.read(index, content -> number(series, content) >= wanted));
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  private long number(Series series, byte[] content) {
    return layout
        .parseIndexContent(series.index(), new String(content, UTF_8))
        .map(DataFile::number)
        .orElse(0L);
  }

  private OptionalLong firstCommitTs(Path file) throws IOException {
    Optional<InputStream> content = files.open(file);
    if (content.isEmpty()) {
      return OptionalLong.empty();
    }
    try (InputStream in = content.get()) {
      LineReader lines = new LineReader(in, 0, RowCheck.LONGEST_LINE, FIRST_LINE_BUFFER);
      CanalRow row = new CanalRow();
      boolean readable =
          lines.advance()
              && lines.isTerminated()
              && row.read(lines.buffer(), lines.start(), lines.length()) == null
              && !row.isControl();
      return readable ? OptionalLong.of(row.commitTs()) : OptionalLong.empty();
    }
  }
}
