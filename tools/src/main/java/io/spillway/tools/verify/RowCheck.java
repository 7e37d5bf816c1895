package io.spillway.tools.verify;

import io.spillway.encode.CsvOptions;
import io.spillway.encode.DamagedParquetException;
import io.spillway.encode.FileRows;
import io.spillway.encode.ParquetContent;
import io.spillway.layout.DataDir;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Judges the rows of one series, file after file in the order of their numbers. */
final class RowCheck {
  /** No row comes near this; a longer line is broken content. */
  static final int LONGEST_LINE = 128 << 20;

  private final DataDir dir;
  private final long nextDdl;
  private final FaultLog faults;
  private final Tally tally;
  private final RowHashes hashes;
  private final Form form;
  private long lastCommitTs;

  /** How rows stand in files. */
  sealed interface Form {
    /** Canal-json, one a line. */
    record Lines(CanalRow row) implements Form {}

    /** CSV. */
    record Records(CsvOptions options, CsvRow row) implements Form {}

    /** Parquet. */
    record Columns(ParquetRow row) implements Form {}
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
    this.form = form;
  }

  void file(InputStream in, String name) throws IOException {
    if (form instanceof Form.Lines lines) {
      lines(new LineReader(in, 0, LONGEST_LINE), lines.row(), name);
    } else if (form instanceof Form.Records csv) {
      records(new FileRows(in, csv.options().quoteByte()), csv, name);
    } else if (form instanceof Form.Columns parquet) {
      columns(in, parquet.row(), name);
    } else {
      throw new IllegalStateException("unknown form " + form);
    }
  }

  private void columns(InputStream in, ParquetRow row, String name) throws IOException {
    FaultKind damage = FaultKind.FILE_END;
    try (ParquetContent content = new ParquetContent(in)) {
      damage = FaultKind.ROW_CONTENT;
      tally.file(content.bytes());
      String wrong = row.begin(content);
      if (wrong != null) {
        faults.add(FaultKind.ROW_CONTENT, name, wrong);
        return;
      }
      records(content, row, name);
    } catch (DamagedParquetException e) {
      // a fault of the bucket, as reading it again would be no better
      faults.add(damage, name, e.getMessage());
    }
  }

  private void records(ParquetContent content, ParquetRow row, String name) throws IOException {
    long number = 0;
    while (content.next()) {
      number++;
      String wrong = row.fault();
      if (wrong == null) {
        row(row, name, number);
      } else {
        fault(FaultKind.ROW_CONTENT, name, number, wrong);
      }
    }
    if (number == 0) {
      faults.add(FaultKind.FILE_END, name, "empty");
    }
  }

  private void lines(LineReader lines, LineRow row, String name) throws IOException {
    long number = 0;
    long rest = 0;
    while (lines.advance()) {
      if (!lines.isTerminated()) {
        rest = lines.nextOffset() - lines.lineOffset();
        break;
      }
      row(row, new Line(lines.buffer(), lines.start(), lines.length()), name, ++number);
    }
    end(name, number, rest, lines.nextOffset());
  }

  private void records(FileRows rows, Form.Records csv, String name) throws IOException {
    long number = 0;
    long rest = 0;
    while (rows.next()) {
      int length = rows.end() - rows.start();
      if (!rows.isTerminated()) {
        rest = length;
        break;
      }
      boolean isHeader = number++ == 0 && csv.options().header();
      if (!isHeader) {
        row(csv.row(), new Line(rows.bytes(), rows.start(), length), name, number);
      }
    }
    end(name, number, rest, rows.offset());
  }

  /** Bytes of a row in a buffer. */
  private record Line(byte[] buffer, int start, int length) {}

  private void row(LineRow row, Line at, String name, long number) throws IOException {
    String wrong = row.read(at.buffer(), at.start(), at.length());
    if (wrong == null) {
      row(row, name, number);
    } else {
      byte[] line =
          Arrays.copyOfRange(at.buffer(), at.start(), at.start() + Math.min(at.length(), 100));
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

  private void row(FileRow row, String name, long line) {
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
