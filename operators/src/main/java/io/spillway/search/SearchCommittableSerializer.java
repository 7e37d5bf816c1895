package io.spillway.search;

import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.DeadDocument.Target;
import io.spillway.search.DeadDocument.Tries;
import io.spillway.search.bulk.Mode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Version 4: progress, newest, finished, number of dead; each: row in its version 2, index, id,
 * status, type, reason, attempts, first and last failure; number of modes; each: since when, name.
 * Up to version 3 there are no modes; up to version 2 rows are of version 1 and there are no times
 * of failure; version 1 has no newest.
 */
final class SearchCommittableSerializer implements SimpleVersionedSerializer<SearchCommittable> {
  private static final int VERSION_1 = 1;
  private static final int VERSION_2 = 2;
  private static final int VERSION_3 = 3;
  private static final int VERSION_4 = 4;

  @Override
  public int getVersion() {
    return VERSION_4;
  }

  @Override
  public byte[] serialize(SearchCommittable committable) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeLong(committable.progress());
    out.writeLong(committable.newest());
    out.writeLong(committable.finished());
    out.writeInt(committable.dead().size());
    for (DeadDocument dead : committable.dead()) {
      write(dead, out);
    }
    out.writeInt(committable.modes().size());
    for (ModeChange change : committable.modes()) {
      out.writeLong(change.atMs());
      SearchRowIo.writeText(change.mode().name(), out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public SearchCommittable deserialize(int version, byte[] bytes) throws IOException {
    if (version < VERSION_1 || version > VERSION_4) {
      throw new IOException(
          "a search committable of version " + version + ", this release reads up to " + VERSION_4);
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    long progress = in.readLong();
    long newest = version == VERSION_1 ? progress : in.readLong();
    long finished = in.readLong();
    int count = in.readInt();
    List<DeadDocument> dead = new ArrayList<>(Math.min(count, bytes.length));
    for (int i = 0; i < count; i++) {
      dead.add(read(version, in));
    }
    List<ModeChange> modes = version <= VERSION_3 ? List.of() : modes(in);
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes after a search committable");
    }
    return new SearchCommittable(progress, newest, finished, dead, modes);
  }

  private static List<ModeChange> modes(DataInputDeserializer in) throws IOException {
    int count = in.readInt();
    List<ModeChange> modes = new ArrayList<>(Math.min(count, in.available()));
    for (int i = 0; i < count; i++) {
      modes.add(new ModeChange(in.readLong(), Mode.valueOf(SearchRowIo.readText(in))));
    }
    return modes;
  }

  private static void write(DeadDocument dead, DataOutput out) throws IOException {
    SearchRowIo.write(dead.row(), out);
    SearchRowIo.writeText(dead.target().index(), out);
    SearchRowIo.writeText(dead.target().id(), out);
    out.writeInt(dead.failure().status());
    SearchRowIo.writeText(dead.failure().type(), out);
    SearchRowIo.writeText(dead.failure().reason(), out);
    out.writeInt(dead.tries().count());
    out.writeLong(dead.tries().firstMs());
    out.writeLong(dead.tries().lastMs());
  }

  private static DeadDocument read(int version, DataInput in) throws IOException {
    boolean older = version <= VERSION_2;
    SearchRow row = SearchRowIo.read(older ? SearchRowIo.VERSION_1 : SearchRowIo.VERSION_2, in);
    Target target = new Target(SearchRowIo.readText(in), SearchRowIo.readText(in));
    Failure failure = new Failure(in.readInt(), SearchRowIo.readText(in), SearchRowIo.readText(in));
    int count = in.readInt();
    Tries tries = new Tries(count, older ? -1 : in.readLong(), older ? -1 : in.readLong());
    return new DeadDocument(row, target, failure, tries);
  }
}
