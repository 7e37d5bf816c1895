package io.spillway.wire;

import io.spillway.event.Envelope;
import io.spillway.event.Header;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keys and headers: what may be missing is led by a boolean, headers by their number. */
public final class Envelopes {
  private Envelopes() {}

  public static void write(Envelope envelope, DataOutput out) throws IOException {
    writeOptional(envelope.key(), out);
    out.writeLong(envelope.timestampMs());
    writeHeaders(envelope.headers(), out);
  }

  public static Envelope read(DataInput in) throws IOException {
    Envelope envelope = new Envelope(readOptional(in), in.readLong(), readHeaders(in));
    boolean empty =
        envelope.key() == null && envelope.timestampMs() < 0 && envelope.headers().isEmpty();
    return empty ? Envelope.NONE : envelope;
  }

  /** Writes bytes that may be null. */
  public static void writeOptional(byte[] bytes, DataOutput out) throws IOException {
    out.writeBoolean(bytes != null);
    if (bytes != null) {
      Bytes.writeBytes(bytes, out);
    }
  }

  public static byte[] readOptional(DataInput in) throws IOException {
    return in.readBoolean() ? Bytes.readBytes(in) : null;
  }

  public static void writeHeaders(List<Header> headers, DataOutput out) throws IOException {
    out.writeInt(headers.size());
    for (Header header : headers) {
      Bytes.writeString(header.name(), out);
      writeOptional(header.value(), out);
    }
  }

  public static List<Header> readHeaders(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0) {
      throw new IOException("negative number of headers " + count);
    }
    List<Header> headers = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      headers.add(new Header(Bytes.readString(in), readOptional(in)));
    }
    return List.copyOf(headers);
  }
}
