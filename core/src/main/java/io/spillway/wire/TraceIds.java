package io.spillway.wire;

import io.spillway.event.TraceId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Ids as {@link TraceId} makes them, 32 lower-case hex digits, as 16 bytes each. */
public final class TraceIds {
  /** Bytes of one id. */
  static final int BYTES = 16;

  private static final int HALF_DIGITS = 16;

  private TraceIds() {}

  static void write(String id, DataOutput out) throws IOException {
    out.writeLong(HexFormat.fromHexDigitsToLong(id, 0, HALF_DIGITS));
    out.writeLong(HexFormat.fromHexDigitsToLong(id, HALF_DIGITS, 2 * HALF_DIGITS));
  }

  static String read(DataInput in) throws IOException {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(in.readLong()) + hex.toHexDigits(in.readLong());
  }

  /** Their number, at most 255, in one byte, and each. */
  public static void writeAll(List<String> ids, DataOutput out) throws IOException {
    out.writeByte(ids.size());
    for (String id : ids) {
      write(id, out);
    }
  }

  public static List<String> readAll(DataInput in) throws IOException {
    int count = in.readUnsignedByte();
    if (count == 0) {
      return List.of();
    }
    List<String> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ids.add(read(in));
    }
    return List.copyOf(ids);
  }
}
