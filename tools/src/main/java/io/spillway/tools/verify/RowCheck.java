package io.spillway.tools.verify;

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
  private final CanalRow row = new CanalRow();
  private long lastCommitTs;

  /**
   * @param nextDdl commitTs of the table's next DDL after the directory's version
   * @param hashes the table's rows so far
   */
  RowCheck(DataDir dir, long nextDdl, FaultLog faults, Tally tally, RowHashes hashes) {
    this.dir = dir;
    this.nextDdl = nextDdl;
    this.faults = faults;
    this.tally = tally;
    this.hashes = hashes;
  }

  void file(InputStream in, String name) throws IOException {
    LineReader lines = new LineReader(in, 0, LONGEST_LINE);
    long number = 0;
    long rest = 0;
    while (lines.advance()) {
      if (!lines.isTerminated()) {
        rest = lines.nextOffset() - lines.lineOffset();
        break;
      }
      number++;
      String wrong = row.read(lines.buffer(), lines.start(), lines.length());
      if (wrong == null) {
        row(name, number);
      } else {
        byte[] line =
            Arrays.copyOfRange(
                lines.buffer(), lines.start(), lines.start() + Math.min(lines.length(), 100));
        fault(FaultKind.ROW_CONTENT, name, number, wrong + ": " + Quoted.start(line));
      }
    }
    if (rest > 0 || number == 0) {
      faults.add(
          FaultKind.FILE_END,
          name,
          number == 0 && rest == 0 ? "empty" : rest + " bytes after the last");
    }
    tally.file(lines.nextOffset());
  }

  private void row(String name, long line) {
    if (row.isControl()) {
      fault(FaultKind.ROW_CONTROL, name, line, "type " + row.type());
      return;
    }
    long ts = row.commitTs();
    tally.row(ts);
    if (!row.database().equals(dir.table().schema()) || !row.table().equals(dir.table().table())) {
      fault(FaultKind.ROW_TABLE, name, line, row.database() + "." + row.table());
    }
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
    if (row.hasKey() && hashes.seen(row.hash())) {
      tally.duplicate();
    }
  }

  private void fault(FaultKind kind, String name, long line, String detail) {
    faults.add(kind, name, "line " + line + ": " + detail);
  }
}
