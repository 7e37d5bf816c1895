package io.spillway.tools.verify;

import io.spillway.encode.CsvOptions;
import io.spillway.encode.FileRows;
import io.spillway.layout.DataDir;
import io.spillway.schema.TableStructure;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Judges the rows of one series, file after file in the order of their numbers. */
final class RowCheck {
  /** No row comes near this; a longer line is broken content. */
  static final int LONGEST_LINE = 128 << 20;

  private final DataDir dir;
  private final long nextDdl;
  private final FaultLog faults;
  private final Tally tally;
  private final RowHashes hashes;
  private final FileRow row;
  private final Optional<CsvOptions> csv;
  private long lastCommitTs;

  /**
   * How rows stand in files.
   *
   * @param csv empty for canal-json
   * @param structure the columns of the table version; empty where they are not known
   */
  record Form(Optional<CsvOptions> csv, Optional<TableStructure> structure) {
    private FileRow row() {
      return csv.<FileRow>map(options -> new CsvRow(options, structure)).orElseGet(CanalRow::new);
    }
  }

  /**
   * @param nextDdl commitTs of the table's next DDL after the directory's version
   * @param hashes the table's rows so far
   * @param form how rows stand in the files
   */
  RowCheck(DataDir dir, long nextDdl, FaultLog faults, Tally tally, RowHashes hashes, Form form) {
    this.dir = dir;
    this.nextDdl = nextDdl;
    this.faults = faults;
    this.tally = tally;
    this.hashes = hashes;
    this.csv = form.csv();
    this.row = form.row();
  }

  void file(InputStream in, String name) throws IOException {
    if (csv.isPresent()) {
      records(new FileRows(in, csv.get().quoteByte()), name);
    } else {
      lines(new LineReader(in, 0, LONGEST_LINE), name);
    }
  }

  private void lines(LineReader lines, String name) throws IOException {
    long number = 0;
    long rest = 0;
    while (lines.advance()) {
      if (!lines.isTerminated()) {
        rest = lines.nextOffset() - lines.lineOffset();
        break;
      }
      row(lines.buffer(), lines.start(), lines.length(), name, ++number);
    }
    end(name, number, rest, lines.nextOffset());
  }

  private void records(FileRows rows, String name) throws IOException {
    long number = 0;
    long rest = 0;
    while (rows.next()) {
      int length = rows.end() - rows.start();
      if (!rows.isTerminated()) {
        rest = length;
        break;
      }
      boolean isHeader = number++ == 0 && csv.get().header();
      if (!isHeader) {
        row(rows.bytes(), rows.start(), length, name, number);
      }
    }
    end(name, number, rest, rows.offset());
  }

  private void row(byte[] bytes, int start, int length, String name, long number)
      throws IOException {
    String wrong = row.read(bytes, start, length);
    if (wrong == null) {
      row(name, number);
    } else {
      byte[] line = Arrays.copyOfRange(bytes, start, start + Math.min(length, 100));
      fault(FaultKind.ROW_CONTENT, name, number, wrong + ": " + Quoted.start(line));
    }
  }

  private void end(String name, long number, long rest, long bytes) {
    if (rest > 0 || number == 0) {
      faults.add(
          FaultKind.FILE_END,
          name,
          number == 0 && rest == 0 ? "empty" : rest + " bytes after the last");
    }
    tally.file(bytes);
  }

  private void row(String name, long line) {
    if (row.isControl()) {
      fault(FaultKind.ROW_CONTROL, name, line, "type " + row.type());
      return;
    }
    long ts = row.commitTs();
    if (ts < 0) {
      tally.rowWithoutTime();
    } else {
      tally.row(ts);
    }
    if (!row.database().equals(dir.table().schema()) || !row.table().equals(dir.table().table())) {
      fault(FaultKind.ROW_TABLE, name, line, row.database() + "." + row.table());
    }
    if (ts >= 0) {
      time(name, line, ts);
    }
    if (row.hasKey() && hashes.seen(row.hash())) {
      tally.duplicate();
    }
  }

  private void time(String name, long line, long ts) {
    if (ts < lastCommitTs) {
      fault(FaultKind.ROW_ORDER, name, line, ts + " after " + lastCommitTs);
    }
    lastCommitTs = ts;
    if (ts <= dir.version()) {
      fault(FaultKind.ROW_BEFORE_VERSION, name, line, "commitTs " + ts);
    }
    if (ts > nextDdl) {
      fault(FaultKind.ROW_AFTER_DDL, name, line, "commitTs " + ts + ", DDL " + nextDdl);
    }
  }

  private void fault(FaultKind kind, String name, long line, String detail) {
    faults.add(kind, name, "line " + line + ": " + detail);
  }
}
