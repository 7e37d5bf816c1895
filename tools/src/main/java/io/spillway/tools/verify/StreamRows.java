package io.spillway.tools.verify;

import io.spillway.event.TableId;
import io.spillway.wire.LineReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a folder of canal-json lines holds: every row once, and the DDLs. Deliveries of it are
 * counted against this. Memory: 16 bytes a row.
 */
public final class StreamRows {

  private final RowHashes rows = new RowHashes(Integer.MAX_VALUE);
  private final Map<TableId, TreeSet<Long>> ddls = new HashMap<>();
  private long distinct;
  private long repeated;

  private StreamRows() {}

  /** Reads all {@code .ndjson} files of a folder. Throws IOException where a line is no message. */
  public static StreamRows read(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> children = Files.list(folder)) {
      files = children.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
    }
    StreamRows stream = new StreamRows();
    for (Path file : files) {
      stream.file(file);
    }
    return stream;
  }

  private void file(Path file) throws IOException {
    CanalRow row = new CanalRow();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      LineReader lines = new LineReader(in, 0, RowCheck.LONGEST_LINE);
      while (lines.advance()) {
        String wrong = row.read(lines.buffer(), lines.start(), lines.length());
        if (wrong != null) {
          throw new IOException(file + " has a line that is no message: " + wrong);
        }
        message(row);
      }
    }
  }

  private void message(CanalRow row) {
    if (row.isDdl()) {
      TableId table = new TableId(row.database(), row.table());
      ddls.computeIfAbsent(table, any -> new TreeSet<>()).add(row.commitTs());
    } else if (!row.isControl()) {
      if (rows.seen(row.hashInTable())) {
        repeated++;
      } else {
        distinct++;
      }
    }
  }

  /** Different rows. */
  public long distinct() {
    return distinct;
  }

  /** Rows that were there before. */
  public long repeated() {
    return repeated;
  }

  /** DDLs of all tables. */
  public long ddls() {
    return ddls.values().stream().mapToLong(TreeSet::size).sum();
  }

  /** commitTs of a table's DDLs, in order. */
  TreeSet<Long> ddls(TableId table) {
    return new TreeSet<>(ddls.getOrDefault(table, new TreeSet<>()));
  }
}
