package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.InvalidSchemaFileException;
import io.spillway.schema.SchemaFile;
import io.spillway.wire.Bytes;
import io.spillway.wire.TraceIds;
import io.spillway.wire.WireSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Commands between the spool and its writer, which are chained. The forms of files, sealed files
 * and tables are those of {@link WrittenSerializer}, too, and so stand in the committer's state:
 * they change with a new version only. Version 4: tag, then the kind's fields; version 3 has no tag
 * 8, version 2 no copies among counts, version 1 no traces of a sealed file either.
 */
public final class StorageCommandSerializer extends WireSerializer<StorageCommand> {
  public static final TypeInformation<StorageCommand> TYPE =
      new WireTypeInfo<>(StorageCommand.class, new StorageCommandSerializer());
  private static final long serialVersionUID = 1L;
  private static final int PART = 1;
  private static final int SEAL = 2;
  private static final int WRITE_SCHEMA = 3;
  private static final int COUNTED = 4;
  private static final int FOUND = 5;
  private static final int ALREADY_DELIVERED = 6;
  private static final int BARRIER = 7;
  private static final int SCHEMAS_DUE = 8;

  @Override
  protected int version() {
    return 4;
  }

  @Override
  protected void write(StorageCommand command, DataOutputView out) throws IOException {
    if (command instanceof StorageCommand.Part part) {
      out.writeByte(PART);
      writeFile(part.file(), out);
      int end = part.offset() + part.length();
      Bytes.writeBytes(Arrays.copyOfRange(part.bytes(), part.offset(), end), out);
    } else if (command instanceof StorageCommand.Seal seal) {
      out.writeByte(SEAL);
      writeSealed(seal.file(), out);
    } else if (command instanceof StorageCommand.WriteSchema schema) {
      out.writeByte(WRITE_SCHEMA);
      Bytes.writeBytes(schema.file().bytes(), out);
      writeTables(schema.drained(), out);
    } else if (command instanceof StorageCommand.Counted counted) {
      out.writeByte(COUNTED);
      BalanceSerializer.writeCounts(counted.read(), out);
      out.writeLong(counted.spooled());
    } else if (command instanceof StorageCommand.Found found) {
      out.writeByte(FOUND);
      writeFile(found.newest(), out);
    } else if (command instanceof StorageCommand.AlreadyDelivered rows) {
      out.writeByte(ALREADY_DELIVERED);
      out.writeLong(rows.rows());
      out.writeLong(rows.newestCommitTs());
    } else if (command instanceof StorageCommand.SchemasDue due) {
      out.writeByte(SCHEMAS_DUE);
      out.writeLong(due.files());
    } else if (command instanceof StorageCommand.Barrier barrier) {
      out.writeByte(BARRIER);
      out.writeLong(barrier.checkpointId());
      out.writeLong(barrier.completedId());
    } else {
      throw new IllegalArgumentException("unknown: " + command);
    }
  }

  @Override
  protected StorageCommand read(int version, DataInputView in) throws IOException {
    int tag = in.readUnsignedByte();
    switch (tag) {
      case PART:
        DataFile file = readFile(in);
        byte[] bytes = Bytes.readBytes(in);
        return new StorageCommand.Part(file, bytes, 0, bytes.length);
      case SEAL:
        return new StorageCommand.Seal(readSealed(version, in));
      case WRITE_SCHEMA:
        return new StorageCommand.WriteSchema(parse(Bytes.readBytes(in)), readTables(in));
      case COUNTED:
        return new StorageCommand.Counted(
            BalanceSerializer.readCounts(version >= 3, in), in.readLong());
      case FOUND:
        return new StorageCommand.Found(readFile(in));
      case ALREADY_DELIVERED:
        return new StorageCommand.AlreadyDelivered(in.readLong(), in.readLong());
      case SCHEMAS_DUE:
        return new StorageCommand.SchemasDue(in.readLong());
      case BARRIER:
        return new StorageCommand.Barrier(in.readLong(), in.readLong());
      default:
        throw new IOException("unknown storage command " + tag);
    }
  }

  private static SchemaFile parse(byte[] bytes) throws IOException {
    try {
      return SchemaFile.parse(bytes);
    } catch (InvalidSchemaFileException e) {
      throw new IOException(e);
    }
  }

  static void writeFile(DataFile file, DataOutputView out) throws IOException {
    LedgerSerializer.writeDir(file.dir(), out);
    Bytes.writeString(file.dispatcher(), out);
    out.writeLong(file.number());
  }

  static DataFile readFile(DataInputView in) throws IOException {
    return new DataFile(LedgerSerializer.readDir(in), Bytes.readString(in), in.readLong());
  }

  static void writeSealed(SealedFile sealed, DataOutputView out) throws IOException {
    writeFile(sealed.file(), out);
    Bytes.writeString(sealed.dispatcher(), out);
    out.writeByte(sealed.reason().code());
    out.writeLong(sealed.rows());
    out.writeLong(sealed.bytes());
    out.writeLong(sealed.minCommitTs());
    out.writeLong(sealed.maxCommitTs());
    TraceIds.writeAll(sealed.traces(), out);
  }

  static SealedFile readSealed(int version, DataInputView in) throws IOException {
    return new SealedFile(
        readFile(in),
        Bytes.readString(in),
        FlushReason.of(in.readUnsignedByte()),
        new SealedRows(
            in.readLong(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            version < 2 ? List.of() : TraceIds.readAll(in)));
  }

  static void writeTables(List<TableId> tables, DataOutputView out) throws IOException {
    out.writeInt(tables.size());
    for (TableId table : tables) {
      Bytes.writeString(table.schema(), out);
      Bytes.writeString(table.table(), out);
    }
  }

  static List<TableId> readTables(DataInputView in) throws IOException {
    int count = in.readInt();
    List<TableId> tables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tables.add(new TableId(Bytes.readString(in), Bytes.readString(in)));
    }
    return tables;
  }

  @Override
  public TypeSerializerSnapshot<StorageCommand> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<StorageCommand> {
    public Snapshot() {
      super(StorageCommandSerializer::new);
    }
  }
}
