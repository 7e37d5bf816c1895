package io.spillway.spool;

import io.spillway.wire.WireSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Version 1: newest commit timestamp, first and last suspect one, number of tracks, and of each
 * partition, pass and last commit timestamp.
 */
final class PassesSerializer extends WireSerializer<Passes.State> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int version() {
    return 1;
  }

  @Override
  protected void write(Passes.State state, DataOutputView out) throws IOException {
    out.writeLong(state.newest());
    out.writeLong(state.suspectFrom());
    out.writeLong(state.suspectTo());
    out.writeInt(state.tracks().size());
    for (Passes.TrackState track : state.tracks()) {
      out.writeLong(track.partition());
      out.writeInt(track.pass());
      out.writeLong(track.last());
    }
  }

  @Override
  protected Passes.State read(int version, DataInputView in) throws IOException {
    long newest = in.readLong();
    long suspectFrom = in.readLong();
    long suspectTo = in.readLong();
    int count = in.readInt();
    List<Passes.TrackState> tracks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tracks.add(new Passes.TrackState(in.readLong(), in.readInt(), in.readLong()));
    }
    return new Passes.State(tracks, newest, suspectFrom, suspectTo);
  }

  @Override
  public TypeSerializerSnapshot<Passes.State> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer; public since Flink makes it by reflection. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Passes.State> {
    public Snapshot() {
      super(PassesSerializer::new);
    }
  }
}
