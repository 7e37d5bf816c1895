package io.spillway.storage;

import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.wire.Bytes;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 5: tag (1 data, 2 schema, 3 counts, 4 found, 5 delivered already, 6 data with its bytes,
 * 7 schema files due) and the fields; version 4 has no tag 7, version 3 none above 5; version 2 has
 * no checksum of a data file, no copies among counts, and no tag above 3; version 1 has no traces
 * of a sealed file either.
 */
final class WrittenSerializer implements SimpleVersionedSerializer<Written> {
  static final int VERSION = 5;
  private static final int DATA = 1;
  private static final int SCHEMA = 2;
  private static final int COUNTED = 3;
  private static final int FOUND = 4;
  private static final int ALREADY_DELIVERED = 5;
  private static final int INLINE = 6;
  private static final int SCHEMAS_DUE = 7;
  private static final StorageCommandSerializer COMMANDS = new StorageCommandSerializer();

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(Written written) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(512);
    write(written, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public Written deserialize(int version, byte[] serialized) throws IOException {
    requireVersion(version);
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    Written written = read(version, in);
    requireEnd(in);
    return written;
  }

  static void requireVersion(int version) throws IOException {
    if (version < 1 || version > VERSION) {
      throw new IOException(
          "what the storage sink has ready is read in versions 1 to %d, not %d"
              .formatted(VERSION, version));
    }
  }

  static void requireEnd(DataInputDeserializer in) throws IOException {
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes too many in the storage sink's state");
    }
  }

  static void write(Written written, DataOutputView out) throws IOException {
    if (written instanceof Written.Data data) {
      writeData(data, out);
    } else if (written instanceof Written.Schema schema) {
      out.writeByte(SCHEMA);
      COMMANDS.serialize(schema.write(), out);
    } else if (written instanceof Written.Counted counted) {
      out.writeByte(COUNTED);
      BalanceSerializer.writeCounts(counted.read(), out);
      out.writeLong(counted.spooled());
    } else if (written instanceof Written.SchemasDue due) {
      out.writeByte(SCHEMAS_DUE);
      out.writeLong(due.files());
    } else if (written instanceof Written.Found file) {
      out.writeByte(FOUND);
      StorageCommandSerializer.writeFile(file.newest(), out);
    } else if (written instanceof Written.AlreadyDelivered rows) {
      out.writeByte(ALREADY_DELIVERED);
      out.writeLong(rows.rows());
      out.writeLong(rows.newestCommitTs());
    } else {
      throw new IllegalArgumentException("unknown: " + written);
    }
  }

  private static void writeData(Written.Data data, DataOutputView out) throws IOException {
    boolean inline = data.content() instanceof Written.Inline;
    out.writeByte(inline ? INLINE : DATA);
    StorageCommandSerializer.writeSealed(data.sealed(), out);
    Bytes.writeBytes(bytes(data.content()), out);
    out.writeLong(data.checksum());
  }

  /** What state holds of a data file's content. */
  static byte[] bytes(Written.Content content) {
    if (content instanceof Written.Uploaded uploaded) {
      return uploaded.commit();
    } else if (content instanceof Written.Inline inline) {
      return inline.bytes();
    }
    throw new IllegalArgumentException("unknown: " + content);
  }

  static Written read(int version, DataInputView in) throws IOException {
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case DATA ->
          new Written.Data(
              StorageCommandSerializer.readSealed(version, in),
              new Written.Uploaded(Bytes.readBytes(in)),
              version < 3 ? Written.Data.NO_CHECKSUM : in.readLong());
      case SCHEMA -> new Written.Schema((StorageCommand.WriteSchema) COMMANDS.deserialize(in));
      case COUNTED ->
          new Written.Counted(BalanceSerializer.readCounts(version >= 3, in), in.readLong());
      case SCHEMAS_DUE -> new Written.SchemasDue(in.readLong());
      case FOUND -> new Written.Found(StorageCommandSerializer.readFile(in));
      case ALREADY_DELIVERED -> new Written.AlreadyDelivered(in.readLong(), in.readLong());
      case INLINE ->
          new Written.Data(
              StorageCommandSerializer.readSealed(version, in),
              new Written.Inline(Bytes.readBytes(in)),
              in.readLong());
      default -> throw new IOException("unknown kind " + tag + " in the storage sink's state");
    };
  }
}
