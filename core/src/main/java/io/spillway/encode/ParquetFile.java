package io.spillway.encode;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Writes one Parquet file, whose bytes go to a stream. Without Hadoop: the library's own writer
 * wants its configuration, and what is below it doesn't.
 *
 * <p>Memory: the row group that is being filled, up to {@link ParquetOptions#rowGroupBytes} and
 * some pages. Not thread-safe.
 */
public final class ParquetFile implements Closeable {
  /** Rows of a row group at most: readers decompress groups as a whole. */
  private static final int MOST_ROWS = 1 << 20;

  /** A row group's memory is asked for as often as this while it fills. */
  private static final int CHECKS = 32;

  private final ParquetSchema schema;
  private final MessageType message;
  private final ParquetProperties properties;
  private final ParquetFileWriter file;
  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore columns;
  private ColumnWriter[] writers;
  private long rows;
  private long unchecked;

  /**
   * @param out gets the bytes, and is left open
   */
  public ParquetFile(ParquetSchema schema, OutputStream out) throws IOException {
    this.schema = schema;
    this.message = schema.message();
    this.properties =
        ParquetProperties.builder()
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withAllocator(new HeapByteBufferAllocator())
            .withPageWriteChecksumEnabled(true)
            .build();
    this.file =
        new ParquetFileWriter(
            new Stream(out),
            message,
            ParquetFileWriter.Mode.CREATE,
            schema.options().rowGroupBytes(),
            0,
            properties.getColumnIndexTruncateLength(),
            properties.getStatisticsTruncateLength(),
            true);
    file.start();
    begin();
  }

  private void begin() {
    pages =
        new ColumnChunkPageWriteStore(
            new ParquetPages(schema.options().codec()),
            message,
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            true);
    columns = properties.newColumnWriteStore(message, pages, pages);
    writers =
        message.getColumns().stream().map(columns::getColumnWriter).toArray(ColumnWriter[]::new);
    rows = 0;
    unchecked = 0;
  }

  /**
   * Appends a record.
   *
   * @param values of the file's columns, null for NULL
   * @param bytes about as many as it takes in memory
   */
  public void add(Object[] values, int bytes) throws IOException {
    for (int i = 0; i < values.length; i++) {
      write(writers[i], values[i], message.getType(i).isRepetition(Repetition.REQUIRED) ? 0 : 1);
    }
    columns.endRecord();
    rows++;
    unchecked += bytes;
    int limit = schema.options().rowGroupBytes();
    if (rows == MOST_ROWS) {
      endGroup();
      begin();
    } else if (unchecked >= limit / CHECKS) {
      unchecked = 0;
      if (columns.getBufferedSize() >= limit) {
        endGroup();
        begin();
      }
    }
  }

  private static void write(ColumnWriter column, Object value, int level) {
    if (value == null) {
      column.writeNull(0, 0);
    } else if (value instanceof Binary binary) {
      column.write(binary, 0, level);
    } else if (value instanceof Long number) {
      column.write(number.longValue(), 0, level);
    } else if (value instanceof Integer number) {
      column.write(number.intValue(), 0, level);
    } else if (value instanceof Boolean flag) {
      column.write(flag.booleanValue(), 0, level);
    } else if (value instanceof Double number) {
      column.write(number.doubleValue(), 0, level);
    } else if (value instanceof Float number) {
      column.write(number.floatValue(), 0, level);
    } else {
      throw new IllegalArgumentException("no value of Parquet: " + value.getClass());
    }
  }

  private void endGroup() throws IOException {
    file.startBlock(rows);
    columns.flush();
    pages.flushToFileWriter(file);
    file.endBlock();
    release();
  }

  /** Writes what is left, and the footer. */
  public void complete() throws IOException {
    if (rows > 0) {
      endGroup();
    }
    file.end(schema.notes());
  }

  private void release() {
    if (columns != null) {
      columns.close();
      pages.close();
      columns = null;
    }
  }

  /** Gives back memory; without {@link #complete} the file isn't one. */
  @Override
  public void close() {
    release();
  }

  /** A stream that knows how far it is. */
  private static final class Stream extends PositionOutputStream implements OutputFile {
    private final OutputStream out;
    private long position;

    Stream(OutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      position += length;
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
      return this;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
      return this;
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }
  }
}
