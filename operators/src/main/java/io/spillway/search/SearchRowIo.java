package io.spillway.search;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Version 1 of a row: partition, offset, dispatcher, commitTs, bytes; texts and bytes by length.
 */
final class SearchRowIo {
  private SearchRowIo() {}

  static void write(SearchRow row, DataOutput out) throws IOException {
    writeText(row.partition(), out);
    out.writeLong(row.offset());
    writeText(row.dispatcher(), out);
    out.writeLong(row.commitTs());
    writeBytes(row.bytes(), out);
  }

  static SearchRow read(DataInput in) throws IOException {
    String partition = readText(in);
    long offset = in.readLong();
    String dispatcher = readText(in);
    long commitTs = in.readLong();
    return new SearchRow(partition, offset, dispatcher, commitTs, readBytes(in));
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
