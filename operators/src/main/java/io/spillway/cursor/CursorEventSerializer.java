package io.spillway.cursor;

import io.spillway.wire.Bytes;
import io.spillway.wire.WireSerializer;
import io.spillway.wire.WireTypeInfo;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Version 4: cursor, step, work, origin, time. Never in state, so earlier versions aren't read. */
public final class CursorEventSerializer extends WireSerializer<CursorEvent> {
  public static final TypeInformation<CursorEvent> TYPE =
      new WireTypeInfo<>(CursorEvent.class, new CursorEventSerializer());
  private static final long serialVersionUID = 1L;
  private static final int VERSION_4 = 4;
  private static final int REACHED = 0;
  private static final int WRITTEN = 1;
  private static final int COUNTED = 2;
  private static final int MISSED = 3;
  private static final int SET_BACK = 4;
  private static final int STEERED = 5;

  @Override
  protected int version() {
    return VERSION_4;
  }

  @Override
  protected void write(CursorEvent event, DataOutputView out) throws IOException {
    FlushAckSerializer.writeKey(event.cursor(), out);
    CursorStep step = event.step();
    out.writeLong(step.seq());
    Bytes.writeString(step.reason().name(), out);
    Bytes.writeString(step.kind().name(), out);
    CursorStateSerializer.writeValue(step.previous(), out);
    CursorStateSerializer.writeValue(step.candidate(), out);
    CursorStateSerializer.writeValue(step.value(), out);
    writeWork(event.work(), out);
    Bytes.writeString(event.origin().pipeline(), out);
    Bytes.writeString(event.origin().run(), out);
    out.writeInt(event.origin().attempt());
    out.writeLong(event.atMs());
  }

  @Override
  protected CursorEvent read(int version, DataInputView in) throws IOException {
    if (version < VERSION_4) {
      throw new IOException("events of version " + version + " were never kept");
    }
    CursorKey cursor = FlushAckSerializer.readKey(in);
    CursorStep step =
        new CursorStep(
            in.readLong(),
            CursorReason.valueOf(Bytes.readString(in)),
            CursorKind.valueOf(Bytes.readString(in)),
            CursorStateSerializer.readValue(in),
            CursorStateSerializer.readValue(in),
            CursorStateSerializer.readValue(in));
    Work work = readWork(in);
    CursorEvent.Origin origin =
        new CursorEvent.Origin(Bytes.readString(in), Bytes.readString(in), in.readInt());
    return new CursorEvent(cursor, step, work, origin, in.readLong());
  }

  private static void writeWork(Work work, DataOutputView out) throws IOException {
    out.writeLong(work.checkpointId());
    if (work instanceof Work.Reached) {
      out.writeByte(REACHED);
    } else if (work instanceof Work.Written written) {
      out.writeByte(WRITTEN);
      FlushAckSerializer.writeFile(written.file(), out);
    } else if (work instanceof Work.Counted counted) {
      out.writeByte(COUNTED);
      FlushAckSerializer.writeBalance(counted.balance(), out);
    } else if (work instanceof Work.Missed missed) {
      out.writeByte(MISSED);
      FlushAckSerializer.writeGap(missed.gap(), out);
    } else if (work instanceof Work.SetBack back) {
      out.writeByte(SET_BACK);
      writeLogged(back.log(), out);
    } else if (work instanceof Work.Steered steered) {
      out.writeByte(STEERED);
      FlushAckSerializer.writeSteering(steered.steering(), out);
    } else {
      throw new IllegalStateException("unknown work: " + work);
    }
  }

  private static Work readWork(DataInputView in) throws IOException {
    long checkpointId = in.readLong();
    byte kind = in.readByte();
    return switch (kind) {
      case REACHED -> new Work.Reached(checkpointId);
      case WRITTEN -> new Work.Written(checkpointId, FlushAckSerializer.readFile(in));
      case COUNTED -> new Work.Counted(checkpointId, FlushAckSerializer.readBalance(in));
      case MISSED -> new Work.Missed(checkpointId, FlushAckSerializer.readGap(in));
      case SET_BACK -> new Work.SetBack(checkpointId, readLogged(in));
      case STEERED -> new Work.Steered(checkpointId, FlushAckSerializer.readSteering(in));
      default -> throw new IOException("unknown kind of work: " + kind);
    };
  }

  private static void writeLogged(Work.Logged log, DataOutputView out) throws IOException {
    out.writeLong(log.seq());
    out.writeLong(log.checkpointId());
    CursorStateSerializer.writeValue(log.value(), out);
  }

  private static Work.Logged readLogged(DataInputView in) throws IOException {
    return new Work.Logged(in.readLong(), in.readLong(), CursorStateSerializer.readValue(in));
  }

  @Override
  public TypeSerializerSnapshot<CursorEvent> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink's record of this serializer. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<CursorEvent> {
    public Snapshot() {
      super(CursorEventSerializer::new);
    }
  }
}
