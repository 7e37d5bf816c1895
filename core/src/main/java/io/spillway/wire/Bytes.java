package io.spillway.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Strings and byte arrays as length and content; lengths are four bytes. */
public final class Bytes {
  private Bytes() {}

  /** Writes a string of any length (unlike {@code writeUTF}) as UTF-8. */
  public static void writeString(String text, DataOutput out) throws IOException {
    writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
  }

  public static String readString(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  public static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static byte[] readBytes(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("negative length " + length);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
