package io.spillway.cursor;

import io.spillway.storage.CommitPlan;
import io.spillway.storage.Layout;
import io.spillway.storage.SealedFile;
import io.spillway.storage.Written;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.util.Collector;

/** What a committed plan acknowledges: each file for its dispatcher, and the progress of all. */
public final class StorageAcks
    implements FlatMapFunction<CommittableMessage<CommitPlan>, FlushAck> {
  private static final long serialVersionUID = 1L;

  private final String operation;
  private final int indexDigits;
  private final String extension;

  /**
   * @param operation HARVEST, BACKFILL or UPDATE
   */
  public StorageAcks(String operation, int indexDigits, String extension) {
    this.operation = operation;
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
    if (plan.checkpointTs() > Long.MIN_VALUE) {
      CursorKey all = new CursorKey(operation, CursorKey.GLOBAL, "");
      out.collect(new FlushAck(all, plan.checkpointTs(), plan.checkpointId(), null));
    }
  }

  private FlushAck ack(SealedFile sealed, long checkpointId, Layout layout) {
    FlushAck.File file =
        new FlushAck.File(
            layout.path(sealed.file()),
            sealed.reason().word(),
            sealed.rows(),
            sealed.bytes(),
            sealed.minCommitTs(),
            sealed.maxCommitTs());
    CursorKey cursor = new CursorKey(operation, CursorKey.EXPR, sealed.dispatcher());
    return new FlushAck(cursor, sealed.maxCommitTs(), checkpointId, file);
  }
}
