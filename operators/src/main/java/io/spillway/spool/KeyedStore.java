package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.event.RowBatch;
import io.spillway.layout.FileNumbers;
import io.spillway.storage.LedgerSerializer;
import io.spillway.wire.RowBatchSerializer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/** The spool in Flink's keyed state: batches by number, and the file numbers' ledger. */
final class KeyedStore implements SpoolStore {
  /** Names are part of every savepoint. */
  static final MapStateDescriptor<Long, RowBatch> BATCHES =
      new MapStateDescriptor<>("batches", LongSerializer.INSTANCE, new RowBatchSerializer());

  static final ValueStateDescriptor<FileNumbers.Ledger> LEDGER =
      new ValueStateDescriptor<>("file-numbers", new LedgerSerializer());

  private final KeyedStateBackend<String> backend;
  private final MapState<Long, RowBatch> batches;
  private final ValueState<FileNumbers.Ledger> ledger;

  KeyedStore(KeyedStateBackend<String> backend) throws Exception {
    this.backend = backend;
    this.batches =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, BATCHES);
    this.ledger =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, LEDGER);
  }

  @Override
  public void put(DispatcherId dispatcher, long sequence, RowBatch batch) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    batches.put(sequence, batch);
  }

  @Override
  public RowBatch get(DispatcherId dispatcher, long sequence) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    return batches.get(sequence);
  }

  @Override
  public void remove(DispatcherId dispatcher, long sequence) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    batches.remove(sequence);
  }

  @Override
  public Optional<FileNumbers.Ledger> ledger(DispatcherId dispatcher) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    return Optional.ofNullable(ledger.value());
  }

  @Override
  public void putLedger(DispatcherId dispatcher, FileNumbers.Ledger value) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    ledger.update(value);
  }

  /** Hands every batch found in state to the spool, one at a time. */
  void restore(Spool spool, long nowMs) throws Exception {
    Set<String> keys = new LinkedHashSet<>();
    try (Stream<String> stored = backend.getKeys(BATCHES.getName(), VoidNamespace.INSTANCE)) {
      stored.forEach(keys::add);
    }
    for (String key : keys) {
      DispatcherId dispatcher = DispatcherId.parse(key);
      backend.setCurrentKey(key);
      List<Long> sequences = new ArrayList<>();
      for (Map.Entry<Long, RowBatch> entry : batches.entries()) {
        sequences.add(entry.getKey());
      }
      for (long sequence : sequences) {
        spool.restore(dispatcher, sequence, get(dispatcher, sequence).arrivedBy(nowMs));
      }
    }
    spool.restored();
  }
}
