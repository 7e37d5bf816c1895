package io.spillway.tools.verify;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.layout.Layout;
import io.spillway.layout.SchemaPath;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Counts what became of a stream in a folder {@code schema/table/...}: in files of the layout, or
 * in plain files of lines. A table's files are read in the order in which a reader would take them:
 * those of the layout by version and number, others by age.
 */
public final class DeliveryCount {
  private static final int TABLE_DEPTH = 2;
  private static final Comparator<Piece> ORDER =
      Comparator.comparingLong(Piece::version)
          .thenComparing(piece -> !piece.isSchema())
          .thenComparing(Piece::folder)
          .thenComparingLong(Piece::position)
          .thenComparing(Piece::file);

  private final StreamRows sent;
  private final Layout layout = new Layout(Layout.MAX_INDEX_DIGITS, ".json");
  private final RowHashes found = new RowHashes(Integer.MAX_VALUE);
  private final CanalRow row = new CanalRow();
  private long distinct;
  private long twice;
  private long outOfOrder;
  private long torn;

  /**
   * The sums.
   *
   * @param lost rows of the stream that are in no file
   * @param twice rows that were there before
   * @param outOfOrder rows behind a newer one of their table
   * @param torn DDLs with a row of their table on the wrong side, and those that are nowhere
   */
  public record Sums(long lost, long twice, long outOfOrder, long torn) {
    /** Whether all of it is as it was sent. */
    public boolean isExact() {
      return lost == 0 && twice == 0 && outOfOrder == 0 && torn == 0;
    }
  }

  /** A file of one table; what is no file of the layout has version 0 and its age as position. */
  private record Piece(long version, boolean isSchema, String folder, long position, Path file) {}

  private DeliveryCount(StreamRows sent) {
    this.sent = sent;
  }

  /** Reads a folder. Throws IOException where a line of it is no message. */
  public static Sums of(StreamRows sent, Path root) throws IOException {
    DeliveryCount count = new DeliveryCount(sent);
    for (Map.Entry<TableId, List<Piece>> table : count.tables(root).entrySet()) {
      count.table(table.getKey(), table.getValue());
    }
    return new Sums(sent.distinct() - count.distinct, count.twice, count.outOfOrder, count.torn);
  }

  private Map<TableId, List<Piece>> tables(Path root) throws IOException {
    Map<TableId, List<Piece>> tables = new TreeMap<>(Comparator.naturalOrder());
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile)::iterator) {
        Path name = root.relativize(file);
        if (name.getNameCount() > TABLE_DEPTH && !TableWalk.isHidden(slashed(name))) {
          TableId table = new TableId(name.getName(0).toString(), name.getName(1).toString());
          piece(slashed(name), file)
              .ifPresent(piece -> tables.computeIfAbsent(table, x -> new ArrayList<>()).add(piece));
        }
      }
    }
    return tables;
  }

  private static String slashed(Path name) {
    return name.toString().replace('\\', '/');
  }

  private Optional<Piece> piece(String name, Path file) throws IOException {
    Optional<SchemaPath> schema = Layout.parseSchema(name);
    if (schema.isPresent()) {
      return Optional.of(new Piece(schema.get().name().version(), true, "", 0, file));
    }
    Optional<DataFile> data = layout.parseData(name);
    if (data.isPresent()) {
      long version = data.get().index().dir().version();
      String folder = data.get().index().dir().path();
      return Optional.of(new Piece(version, false, folder, data.get().number(), file));
    }
    return layout.parseIndex(name).isPresent()
        ? Optional.empty()
        : Optional.of(new Piece(0, false, "", Files.getLastModifiedTime(file).toMillis(), file));
  }

  private void table(TableId table, List<Piece> pieces) throws IOException {
    pieces.sort(ORDER);
    TableOrder order = new TableOrder(sent.ddls(table));
    for (Piece piece : pieces) {
      if (piece.isSchema()) {
        order.ddl(piece.version());
      } else {
        lines(piece.file(), order);
      }
    }
    outOfOrder += order.outOfOrder;
    torn += order.torn();
  }

  private void lines(Path file, TableOrder order) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      LineReader lines = new LineReader(in, 0, RowCheck.LONGEST_LINE);
      while (lines.advance()) {
        String wrong = row.read(lines.buffer(), lines.start(), lines.length());
        if (wrong != null) {
          throw new IOException(file + " has a line that is no message: " + wrong);
        }
        if (row.isDdl()) {
          order.ddl(row.commitTs());
        } else if (!row.isControl()) {
          order.row(row.commitTs());
          if (found.seen(row.hashInTable())) {
            twice++;
          } else {
            distinct++;
          }
        }
      }
    }
  }

  /** One table, row after row. A DDL is whole when all rows up to it, and only they, precede it. */
  private static final class TableOrder {
    private final TreeSet<Long> sent;
    private final TreeSet<Long> read = new TreeSet<>();
    private final TreeSet<Long> broken = new TreeSet<>();
    private long newest = Long.MIN_VALUE;
    private long outOfOrder;

    TableOrder(TreeSet<Long> sent) {
      this.sent = sent;
    }

    void ddl(long commitTs) {
      if (sent.contains(commitTs)) {
        read.add(commitTs);
        if (newest > commitTs) {
          broken.add(commitTs);
        }
      }
    }

    void row(long commitTs) {
      if (commitTs < newest) {
        outOfOrder++;
      }
      newest = Math.max(newest, commitTs);
      broken.addAll(read.tailSet(commitTs, true));
    }

    long torn() {
      long missing = sent.stream().filter(ddl -> !read.contains(ddl)).count();
      return missing + broken.size();
    }
  }
}
