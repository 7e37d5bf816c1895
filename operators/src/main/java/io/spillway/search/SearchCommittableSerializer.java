package io.spillway.search;

import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.DeadDocument.Target;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Version 2: progress, newest, finished, number of dead; each: row, index, id, status, type,
 * reason, attempts. Version 1 has no newest.
 */
final class SearchCommittableSerializer implements SimpleVersionedSerializer<SearchCommittable> {
  private static final int VERSION_1 = 1;
  private static final int VERSION_2 = 2;

  @Override
  public int getVersion() {
    return VERSION_2;
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
    return out.getCopyOfBuffer();
  }

  @Override
  public SearchCommittable deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION_1 && version != VERSION_2) {
      throw new IOException(
          "a search committable of version " + version + ", this release reads up to " + VERSION_2);
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    long progress = in.readLong();
    long newest = version == VERSION_1 ? progress : in.readLong();
    long finished = in.readLong();
    int count = in.readInt();
    List<DeadDocument> dead = new ArrayList<>(Math.min(count, bytes.length));
    for (int i = 0; i < count; i++) {
      dead.add(read(in));
    }
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes after a search committable");
    }
    return new SearchCommittable(progress, newest, finished, dead);
  }

  private static void write(DeadDocument dead, DataOutput out) throws IOException {
    SearchRowIo.write(dead.row(), out);
    SearchRowIo.writeText(dead.target().index(), out);
    SearchRowIo.writeText(dead.target().id(), out);
    out.writeInt(dead.failure().status());
    SearchRowIo.writeText(dead.failure().type(), out);
    SearchRowIo.writeText(dead.failure().reason(), out);
    out.writeInt(dead.attempts());
  }

  private static DeadDocument read(DataInput in) throws IOException {
    SearchRow row = SearchRowIo.read(in);
    Target target = new Target(SearchRowIo.readText(in), SearchRowIo.readText(in));
    Failure failure = new Failure(in.readInt(), SearchRowIo.readText(in), SearchRowIo.readText(in));
    return new DeadDocument(row, target, failure, in.readInt());
  }
}
