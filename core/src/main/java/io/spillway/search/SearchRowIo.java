package io.spillway.search;

import io.spillway.event.Envelope;
import io.spillway.wire.Envelopes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Version 2 of a row: partition, offset, dispatcher, commitTs, bytes, envelope; texts and bytes by
 * length. Version 1 has no envelope.
 */
final class SearchRowIo {
  static final int VERSION_1 = 1;
  static final int VERSION_2 = 2;

  private SearchRowIo() {}

  static void write(SearchRow row, DataOutput out) throws IOException {
    writeText(row.partition(), out);
    out.writeLong(row.offset());
    writeText(row.dispatcher(), out);
    out.writeLong(row.commitTs());
    writeBytes(row.bytes(), out);
    Envelopes.write(row.envelope(), out);
  }

  static SearchRow read(int version, DataInput in) throws IOException {
    String partition = readText(in);
    long offset = in.readLong();
    String dispatcher = readText(in);
    long commitTs = in.readLong();
    byte[] bytes = readBytes(in);
    Envelope envelope = version == VERSION_1 ? Envelope.NONE : Envelopes.read(in);
    return new SearchRow(partition, offset, dispatcher, commitTs, bytes, envelope);
  }

  static void writeText(String text, DataOutput out) throws IOException {
    writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
  }

  static String readText(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("a negative length: " + length);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
