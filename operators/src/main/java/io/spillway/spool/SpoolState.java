package io.spillway.spool;

import io.spillway.event.RowBatch;
import io.spillway.event.SchemaChange;
import io.spillway.layout.FileNumbers;
import java.util.List;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.state.ValueStateDescriptor;

/**
 * What a savepoint holds of the spool beside its rows, for whoever looks into one.
 *
 * @param watermark commit timestamp that the input had reached; {@link Long#MIN_VALUE} for none
 * @param waiting DDLs that the watermark hadn't reached
 */
public record SpoolState(long watermark, List<SchemaChange> waiting) {
  public SpoolState {
    waiting = List.copyOf(waiting);
  }

  /** Rows by number, keyed by {@link io.spillway.event.DispatcherId#key()}. */
  public static MapStateDescriptor<Long, RowBatch> batches() {
    return KeyedStore.BATCHES;
  }

  /** Numbers of files given out, keyed as the rows are. */
  public static ValueStateDescriptor<FileNumbers.Ledger> fileNumbers() {
    return KeyedStore.LEDGER;
  }

  /** Reads the part that every subtask has the same. */
  public static SpoolState read(OperatorStateStore store) throws Exception {
    Long watermark = store.getBroadcastState(SpoolOperator.WATERMARK).get(SpoolOperator.ONLY);
    DrainState drains = store.getBroadcastState(SpoolOperator.DRAINS).get(SpoolOperator.ONLY);
    return new SpoolState(
        watermark == null ? Long.MIN_VALUE : watermark,
        drains == null ? List.of() : drains.waiting());
  }
}
