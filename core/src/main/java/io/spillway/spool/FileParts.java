package io.spillway.spool;

import io.spillway.encode.Compression;
import io.spillway.layout.DataFile;
import io.spillway.plan.StorageCommand;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The bytes of one file on their way from the spool to the storage, compressed or as they are. The
 * file gets its number with its first rows.
 */
final class FileParts implements DispatcherBuffer.PartConsumer, Closeable {
  private static final int PART_BYTES = 64 << 10;

  private final Compression compression;
  private final SealOutput out;
  private final Naming naming;
  private DataFile file;
  private OutputStream compressor;
  private long written;
  private boolean isComplete;

  /** Gives a file its number. */
  interface Naming {
    DataFile next() throws IOException;
  }

  FileParts(Compression compression, SealOutput out, Naming naming) {
    this.compression = compression;
    this.out = out;
    this.naming = naming;
  }

  @Override
  public void accept(byte[] bytes, int offset, int length) throws IOException {
    begin();
    if (compressor == null) {
      emit(bytes, offset, length);
    } else {
      compressor.write(bytes, offset, length);
    }
  }

  private void begin() throws IOException {
    if (file == null) {
      file = naming.next();
      compressor = compression == Compression.NONE ? null : compression.onto(new Parts());
    }
  }

  /** The same as a stream, for what comes in pieces of any size; its close does nothing more. */
  OutputStream stream() throws IOException {
    begin();
    if (compressor == null) {
      compressor = new Parts();
    }
    return compressor;
  }

  private void emit(byte[] bytes, int offset, int length) {
    out.emit(new StorageCommand.Part(file, bytes, offset, length));
    written += length;
  }

  /** All rows have come: gives what is left of them. To be called once there was one. */
  DataFile complete() throws IOException {
    isComplete = true;
    close();
    return file;
  }

  /** Bytes that the storage has got. */
  long written() {
    return written;
  }

  /** Gives back what the compressor holds; without {@link #complete} nothing more is written. */
  @Override
  public void close() throws IOException {
    if (compressor != null) {
      OutputStream ended = compressor;
      compressor = null;
      ended.close();
    }
  }

  /** What the compressor gives, in parts of some size. */
  private final class Parts extends OutputStream {
    private byte[] part = new byte[PART_BYTES];
    private int filled;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int from = offset;
      int left = length;
      while (left > 0) {
        int taken = Math.min(left, part.length - filled);
        System.arraycopy(bytes, from, part, filled, taken);
        filled += taken;
        from += taken;
        left -= taken;
        if (filled == part.length) {
          emit(part, 0, filled);
          part = new byte[PART_BYTES];
          filled = 0;
        }
      }
    }

    @Override
    public void close() {
      if (isComplete && filled > 0) {
        emit(Arrays.copyOf(part, filled), 0, filled);
        filled = 0;
      }
    }
  }
}
