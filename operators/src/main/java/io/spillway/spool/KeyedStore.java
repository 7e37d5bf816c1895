package io.spillway.spool;

import io.spillway.encode.RowIdentity.Digest;
import io.spillway.event.DispatcherId;
import io.spillway.event.RowBatch;
import io.spillway.layout.DataDir;
import io.spillway.layout.FileNumbers;
import io.spillway.storage.LedgerSerializer;
import io.spillway.wire.RowBatchSerializer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.State;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/**
 * The spool in Flink's keyed state: batches by number, the file numbers' ledger, the partitions'
 * passes.
 */
final class KeyedStore implements SpoolStore {
  /** Names are part of every savepoint. */
  static final MapStateDescriptor<Long, RowBatch> BATCHES =
      new MapStateDescriptor<>("batches", LongSerializer.INSTANCE, new RowBatchSerializer());

  static final ValueStateDescriptor<FileNumbers.Ledger> LEDGER =
      new ValueStateDescriptor<>("file-numbers", new LedgerSerializer());

  /** Directories that the ledger has forgotten, by path, with their last numbers. */
  static final MapStateDescriptor<String, Long> FORGOTTEN =
      new MapStateDescriptor<>(
          "forgotten-directories", StringSerializer.INSTANCE, LongSerializer.INSTANCE);

  /** Rows that the bucket has beyond this state, and how often. */
  static final MapStateDescriptor<Digest, Integer> DELIVERED =
      new MapStateDescriptor<>("delivered", new RowDigestSerializer(), IntSerializer.INSTANCE);

  /** Number of the rewind, and commit timestamp of the newest of those rows. */
  static final ValueStateDescriptor<long[]> DELIVERED_MARK =
      new ValueStateDescriptor<>("delivered-mark", LongPrimitiveArraySerializer.INSTANCE);

  static final ValueStateDescriptor<Passes.State> PASSES =
      new ValueStateDescriptor<>("passes", new PassesSerializer());

  static final MapStateDescriptor<Long, long[]> RECENT =
      new MapStateDescriptor<>(
          "recent-changes", LongSerializer.INSTANCE, LongPrimitiveArraySerializer.INSTANCE);

  private final KeyedStateBackend<String> backend;
  private final MapState<String, Long> forgotten;
  private final MapState<Digest, Integer> delivered;
  private final ValueState<long[]> deliveredMark;
  private final MapState<Long, RowBatch> batches;
  private final ValueState<FileNumbers.Ledger> ledger;
  private final ValueState<Passes.State> passes;
  private final MapState<Long, long[]> recent;

  KeyedStore(KeyedStateBackend<String> backend) throws Exception {
    this.backend = backend;
    this.batches = state(BATCHES);
    this.ledger = state(LEDGER);
    this.forgotten = state(FORGOTTEN);
    this.delivered = state(DELIVERED);
    this.deliveredMark = state(DELIVERED_MARK);
    this.passes = state(PASSES);
    this.recent = state(RECENT);
  }

  private <S extends State> S state(StateDescriptor<S, ?> descriptor) throws Exception {
    return backend.getPartitionedState(
        VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
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

  @Override
  public void putForgotten(DispatcherId dispatcher, FileNumbers.Directory directory)
      throws Exception {
    backend.setCurrentKey(dispatcher.key());
    forgotten.put(directory.dir().path(), directory.lastNumber());
  }

  @Override
  public long forgotten(DispatcherId dispatcher, DataDir dir) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    Long last = forgotten.get(dir.path());
    return last == null ? 0 : last;
  }

  @Override
  public DeliveredRows.Mark delivered(DispatcherId dispatcher) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    long[] mark = deliveredMark.value();
    return mark == null ? DeliveredRows.Mark.NONE : new DeliveredRows.Mark(mark[0], mark[1]);
  }

  @Override
  public void putDelivered(DispatcherId dispatcher, DeliveredRows.Mark mark) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    deliveredMark.update(new long[] {mark.rewind(), mark.untilCommitTs()});
  }

  @Override
  public void addDelivered(DispatcherId dispatcher, Digest row) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    Integer times = delivered.get(row);
    delivered.put(row, times == null ? 1 : times + 1);
  }

  @Override
  public boolean takeDelivered(DispatcherId dispatcher, Digest row) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    Integer times = delivered.get(row);
    if (times == null) {
      return false;
    }
    if (times == 1) {
      delivered.remove(row);
    } else {
      delivered.put(row, times - 1);
    }
    return true;
  }

  @Override
  public Optional<Passes.State> passes(DispatcherId dispatcher) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    return Optional.ofNullable(passes.value());
  }

  @Override
  public void putPasses(DispatcherId dispatcher, Passes.State value) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    passes.update(value);
  }

  @Override
  public RecentChanges recent(DispatcherId dispatcher) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    TreeMap<Long, long[]> chunks = new TreeMap<>();
    for (Map.Entry<Long, long[]> entry : recent.entries()) {
      chunks.put(entry.getKey(), entry.getValue());
    }
    RecentChanges changes = new RecentChanges();
    if (!chunks.isEmpty()) {
      changes.restore(chunks.firstKey(), List.copyOf(chunks.values()));
    }
    return changes;
  }

  @Override
  public void putRecent(DispatcherId dispatcher, long chunk, long[] changes) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    recent.put(chunk, changes);
  }

  @Override
  public void removeRecent(DispatcherId dispatcher, long chunk) throws Exception {
    backend.setCurrentKey(dispatcher.key());
    recent.remove(chunk);
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
