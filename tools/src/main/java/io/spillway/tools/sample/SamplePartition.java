package io.spillway.tools.sample;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One partition's file, and what of it an upstream may send again. */
final class SamplePartition implements Closeable {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int REMEMBERED = 10;

  private final OutputStream out;
  private final Deque<byte[]> resolved = new ArrayDeque<>();
  private final List<byte[]> unresolved = new ArrayList<>();
  private final List<Sent.Row> unresolvedRows = new ArrayList<>();

  SamplePartition(Path file) throws IOException {
    out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
  }

  void write(SampleText message) throws IOException {
    message.writeTo(out);
    out.write('\n');
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
      out.write(message);
      out.write('\n');
    }
    for (byte[] message : unresolved) {
      out.write(message);
      out.write('\n');
    }
    again.addAll(unresolvedRows);
    return resolved.size();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
