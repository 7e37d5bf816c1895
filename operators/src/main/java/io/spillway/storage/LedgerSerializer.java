package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.FileNumbers;
import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Version 1: bucket versions (-1 for not looked up), base announced, last date, directories. */
public final class LedgerSerializer extends WireSerializer<FileNumbers.Ledger> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(FileNumbers.Ledger ledger, DataOutputView out) throws IOException {
    List<Long> versions = ledger.bucketVersions();
    out.writeInt(versions == null ? -1 : versions.size());
    for (long version : versions == null ? List.<Long>of() : versions) {
      out.writeLong(version);
    }
    out.writeBoolean(ledger.baseAnnounced());
    Bytes.writeString(ledger.lastDate(), out);
    out.writeInt(ledger.directories().size());
    for (FileNumbers.Directory directory : ledger.directories()) {
      writeDir(directory.dir(), out);
      out.writeLong(directory.lastNumber());
      out.writeLong(directory.sealedIn());
    }
  }

  @Override
  protected FileNumbers.Ledger read(int version, DataInputView in) throws IOException {
    int versions = in.readInt();
    List<Long> bucketVersions = versions < 0 ? null : new ArrayList<>();
    for (int i = 0; i < versions; i++) {
      bucketVersions.add(in.readLong());
    }
    boolean baseAnnounced = in.readBoolean();
    String lastDate = Bytes.readString(in);
    int count = in.readInt();
    List<FileNumbers.Directory> directories = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      directories.add(new FileNumbers.Directory(readDir(in), in.readLong(), in.readLong()));
    }
    return new FileNumbers.Ledger(bucketVersions, baseAnnounced, lastDate, directories);
  }

  static void writeDir(DataDir dir, DataOutputView out) throws IOException {
    Bytes.writeString(dir.table().schema(), out);
    Bytes.writeString(dir.table().table(), out);
    out.writeLong(dir.version());
    out.writeLong(dir.partition());
    Bytes.writeString(dir.date(), out);
  }

  static DataDir readDir(DataInputView in) throws IOException {
    TableId table = new TableId(Bytes.readString(in), Bytes.readString(in));
    return new DataDir(table, in.readLong(), in.readLong(), Bytes.readString(in));
  }

  @Override
  public TypeSerializerSnapshot<FileNumbers.Ledger> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<FileNumbers.Ledger> {
    public Snapshot() {
      super(LedgerSerializer::new);
    }
  }
}
