package io.spillway.encode;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The records of a Parquet file as {@link ParquetFile} writes it, in their order. What is damaged,
 * or of another form, is a {@link DamagedParquetException}; checksums of pages are compared. The
 * library's own reader of files wants Hadoop's classes. Not thread-safe.
 *
 * <p>Memory: the compressed pages of one row group, and one page of each column. The file itself is
 * copied to the local disk first, as its end says where things are.
 */
public final class ParquetContent implements Closeable {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL = Integer.BYTES + MAGIC.length;

  private final Path copy;
  private final long bytes;
  private RandomAccessFile file;
  private ParquetMetadata footer;
  private MessageType schema;
  private List<ColumnDescriptor> descriptors;
  private Iterator<BlockMetaData> groups;
  private Object[] values;
  private ColumnReader[] columns;
  private long left;

  /**
   * @param in the whole file; left open
   */
  public ParquetContent(InputStream in) throws IOException {
    copy = Files.createTempFile("spillway-", ".parquet");
    try {
      bytes = Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      file = new RandomAccessFile(copy.toFile(), "r");
      open();
    } catch (RuntimeException e) {
      close();
      throw new DamagedParquetException(e);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void open() throws IOException {
    footer = footer(footerBytes());
    schema = footer.getFileMetaData().getSchema();
    descriptors = schema.getColumns();
    if (descriptors.size() != schema.getFieldCount()) {
      throw new DamagedParquetException("no Parquet file of rows: it has nested columns");
    }
    groups = footer.getBlocks().iterator();
    values = new Object[descriptors.size()];
    columns = new ColumnReader[descriptors.size()];
  }

  private static ParquetMetadata footer(byte[] content) throws IOException {
    try {
      return new ParquetMetadataConverter()
          .readParquetMetadata(
              new ByteArrayInputStream(content), ParquetMetadataConverter.NO_FILTER);
    } catch (IOException e) {
      throw new DamagedParquetException(e);
    }
  }

  private byte[] footerBytes() throws IOException {
    if (bytes < MAGIC.length + TAIL) {
      throw new DamagedParquetException("no Parquet file: it has " + bytes + " bytes");
    }
    byte[] tail = read(bytes - TAIL, TAIL);
    String end = new String(tail, Integer.BYTES, MAGIC.length, StandardCharsets.ISO_8859_1);
    if (!end.equals("PAR1")) {
      throw new DamagedParquetException("no whole Parquet file: it doesn't end with PAR1");
    }
    long size = 0;
    for (int i = Integer.BYTES - 1; i >= 0; i--) {
      size = size << Byte.SIZE | (tail[i] & 0xFF);
    }
    return read(bytes - TAIL - size, size);
  }

  private byte[] read(long from, long length) throws IOException {
    if (from < 0 || length < 0 || length > bytes - from) {
      throw new DamagedParquetException(
          "no whole Parquet file: bytes %d to %d of %d".formatted(from, from + length, bytes));
    }
    byte[] read = new byte[(int) length];
    file.seek(from);
    file.readFully(read);
    return read;
  }

  /** Size of the file. */
  public long bytes() {
    return bytes;
  }

  /** Number of its row groups. */
  public int groups() {
    return footer.getBlocks().size();
  }

  /** The columns. */
  public MessageType schema() {
    return schema;
  }

  /** The place of a column; -1 where there is none of that name. */
  public int place(String column) {
    return schema.containsField(column) ? schema.getFieldIndex(column) : -1;
  }

  /** The place of the column that a note of the file names; -1 where there is none. */
  public int notedPlace(String name) {
    return place(note(name));
  }

  /** What the file says of itself; empty where it says nothing of that name. */
  public String note(String name) {
    return footer.getFileMetaData().getKeyValueMetaData().getOrDefault(name, "");
  }

  /** Goes on to the next record; false at the end. */
  public boolean next() throws IOException {
    try {
      while (left == 0) {
        if (!groups.hasNext()) {
          return false;
        }
        begin(groups.next());
      }
      for (int i = 0; i < columns.length; i++) {
        values[i] = read(columns[i]);
        columns[i].consume();
      }
      left--;
      return true;
    } catch (RuntimeException e) {
      throw new DamagedParquetException(e);
    }
  }

  private void begin(BlockMetaData group) throws IOException {
    Map<List<String>, PageReader> chunks = new HashMap<>();
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      byte[] pages = read(chunk.getStartingPos(), chunk.getTotalSize());
      chunks.put(List.of(chunk.getPath().toArray()), ParquetChunk.of(chunk, pages));
    }
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(
            new Group(chunks, group.getRowCount()),
            new Unused(),
            schema,
            footer.getFileMetaData().getCreatedBy());
    for (int i = 0; i < columns.length; i++) {
      columns[i] = store.getColumnReader(descriptors.get(i));
    }
    left = group.getRowCount();
  }

  private static Object read(ColumnReader column) {
    ColumnDescriptor descriptor = column.getDescriptor();
    if (column.getCurrentDefinitionLevel() < descriptor.getMaxDefinitionLevel()) {
      return null;
    }
    PrimitiveTypeName type = descriptor.getPrimitiveType().getPrimitiveTypeName();
    return switch (type) {
      case INT32 -> column.getInteger();
      case INT64 -> column.getLong();
      case BOOLEAN -> column.getBoolean();
      case FLOAT -> column.getFloat();
      case DOUBLE -> column.getDouble();
      case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> column.getBinary();
    };
  }

  /** Values of the record's columns, null for NULL; the array is used again. */
  public Object[] values() {
    return values;
  }

  @Override
  public void close() throws IOException {
    try {
      if (file != null) {
        file.close();
      }
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /** The columns of one row group. */
  private record Group(Map<List<String>, PageReader> chunks, long rows) implements PageReadStore {
    @Override
    public PageReader getPageReader(ColumnDescriptor column) {
      return chunks.get(List.of(column.getPath()));
    }

    @Override
    public long getRowCount() {
      return rows;
    }
  }

  /** Values are asked for one by one, and go into no converter. */
  private static final class Unused extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
