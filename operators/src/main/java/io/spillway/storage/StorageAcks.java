package io.spillway.storage;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.SealedFile;
import io.spillway.plan.Written;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.util.Collector;

/**
 * What a committed plan acknowledges: each file for its dispatcher; the progress and the balance of
 * all.
 */
public final class StorageAcks
    implements FlatMapFunction<CommittableMessage<CommitPlan>, FlushAck> {
  private static final long serialVersionUID = 1L;

  private final Namespace namespace;
  private final int indexDigits;
  private final String extension;

  public StorageAcks(Namespace namespace, int indexDigits, String extension) {
    this.namespace = namespace;
    this.indexDigits = indexDigits;
    this.extension = extension;
  }

  @Override
  public void flatMap(CommittableMessage<CommitPlan> message, Collector<FlushAck> out) {
    if (!(message instanceof CommittableWithLineage<CommitPlan> committed)) {
      return;
    }
    CommitPlan plan = committed.getCommittable();
    Layout layout = new Layout(indexDigits, extension);
    for (Written.Data data : plan.data()) {
      out.collect(ack(data.sealed(), plan.checkpointId(), layout));
    }
    CursorKey all = CursorKey.global(namespace, CursorKey.STORAGE);
    if (plan.checkpointTs() > Long.MIN_VALUE) {
      out.collect(new FlushAck.Reached(all, plan.checkpointTs(), plan.checkpointId()));
    }
    out.collect(new FlushAck.Counted(all, plan.checkpointId(), plan.balance()));
  }

  private FlushAck ack(SealedFile sealed, long checkpointId, Layout layout) {
    FlushAck.File file =
        new FlushAck.File(
            layout.path(sealed.file()),
            sealed.file().number(),
            sealed.file().dir().version(),
            sealed.reason().word(),
            new FlushAck.Rows(
                sealed.rows(), sealed.bytes(), sealed.minCommitTs(), sealed.maxCommitTs()),
            sealed.traces());
    CursorKey cursor =
        new CursorKey(namespace, CursorKey.STORAGE, CursorKey.EXPR, sealed.dispatcher());
    return new FlushAck.Delivered(cursor, sealed.maxCommitTs(), checkpointId, file);
  }
}
