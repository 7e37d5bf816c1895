package io.spillway.tools.sample;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One partition's file, and what of it an upstream may send again. */
final class SamplePartition implements Closeable {
  private static final int REMEMBERED = 10;

  private final SampleFile file;
  private final Deque<byte[]> resolved = new ArrayDeque<>();
  private final List<byte[]> unresolved = new ArrayList<>();
  private final List<Sent.Row> unresolvedRows = new ArrayList<>();

  SamplePartition(SampleFile file) {
    this.file = file;
  }

  void write(SampleText message) throws IOException {
    message.writeTo(file);
  }

  /** Keeps a row that was written, so that it can come again. */
  void remember(SampleText message, Sent.Row row) {
    unresolved.add(message.copy());
    unresolvedRows.add(row);
  }

  /** All that was written is resolved. */
  void resolve() {
    for (byte[] message : unresolved) {
      resolved.add(message);
      if (resolved.size() > REMEMBERED) {
        resolved.poll();
      }
    }
    unresolved.clear();
    unresolvedRows.clear();
  }

  /** Sends the last resolved rows and all unresolved ones again; gives the number of the former. */
  int replay(List<Sent.Row> again) throws IOException {
    for (byte[] message : resolved) {
      file.write(message, message.length);
    }
    for (byte[] message : unresolved) {
      file.write(message, message.length);
    }
    again.addAll(unresolvedRows);
    return resolved.size();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
