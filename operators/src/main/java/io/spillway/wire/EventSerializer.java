package io.spillway.wire;

import io.spillway.event.Event;
import io.spillway.event.Gap;
import io.spillway.event.SourcePartition;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Events go from a source to its decode operator within one chain, as they are. Only a {@link Gap}
 * can leave the task: tag, partition, offsets. Never in state.
 */
public final class EventSerializer extends WireSerializer<Event> {
  private static final long serialVersionUID = 1L;
  private static final int GAP = 7;

  @Override
  protected int version() {
    return 2;
  }

  @Override
  protected void write(Event event, DataOutputView out) throws IOException {
    if (!(event instanceof Gap gap)) {
      throw new IOException(
          event.getClass().getSimpleName()
              + " can't leave its task: a source and its decode operator must be chained");
    }
    out.writeByte(GAP);
    Bytes.writeString(gap.partition().source(), out);
    out.writeInt(gap.partition().number());
    out.writeLong(gap.from());
    out.writeLong(gap.to());
  }

  @Override
  protected Event read(int version, DataInputView in) throws IOException {
    int tag = in.readUnsignedByte();
    if (version < 2 || tag != GAP) {
      throw new IOException("not a gap: tag " + tag + " of version " + version);
    }
    SourcePartition partition = new SourcePartition(Bytes.readString(in), in.readInt());
    return new Gap(partition, in.readLong(), in.readLong());
  }

  @Override
  public TypeSerializerSnapshot<Event> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Event> {
    public Snapshot() {
      super(EventSerializer::new);
    }
  }
}
