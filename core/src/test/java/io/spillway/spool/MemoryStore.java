package io.spillway.spool;

import io.spillway.encode.RowIdentity.Digest;
import io.spillway.event.DispatcherId;
import io.spillway.event.RowBatch;
import io.spillway.layout.DataDir;
import io.spillway.layout.FileNumbers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Managed state on the heap; what is in it is immutable, so a copy of the maps is a snapshot. */
final class MemoryStore implements SpoolStore {
  private final Map<DispatcherId, TreeMap<Long, RowBatch>> batches = new HashMap<>();
  private final Map<DispatcherId, FileNumbers.Ledger> ledgers = new HashMap<>();
  private final Map<DispatcherId, Map<DataDir, Long>> forgotten = new HashMap<>();
  private final Map<DispatcherId, DeliveredRows.Mark> marks = new HashMap<>();
  private final Map<DispatcherId, Map<Digest, Integer>> delivered = new HashMap<>();
  private final Map<DispatcherId, Passes.State> passes = new HashMap<>();
  private final Map<DispatcherId, TreeMap<Long, long[]>> recent = new HashMap<>();

  @Override
  public void put(DispatcherId dispatcher, long sequence, RowBatch batch) {
    batches.computeIfAbsent(dispatcher, d -> new TreeMap<>()).put(sequence, batch);
  }

  @Override
  public RowBatch get(DispatcherId dispatcher, long sequence) {
    return batches.getOrDefault(dispatcher, new TreeMap<>()).get(sequence);
  }

  @Override
  public void remove(DispatcherId dispatcher, long sequence) {
    TreeMap<Long, RowBatch> held = batches.get(dispatcher);
    if (held != null && held.remove(sequence) != null && held.isEmpty()) {
      batches.remove(dispatcher);
    }
  }

  @Override
  public Optional<FileNumbers.Ledger> ledger(DispatcherId dispatcher) {
    return Optional.ofNullable(ledgers.get(dispatcher));
  }

  @Override
  public void putLedger(DispatcherId dispatcher, FileNumbers.Ledger ledger) {
    ledgers.put(dispatcher, ledger);
  }

  @Override
  public void putForgotten(DispatcherId dispatcher, FileNumbers.Directory directory) {
    forgotten
        .computeIfAbsent(dispatcher, d -> new HashMap<>())
        .put(directory.dir(), directory.lastNumber());
  }

  @Override
  public long forgotten(DispatcherId dispatcher, DataDir dir) {
    return forgotten.getOrDefault(dispatcher, Map.of()).getOrDefault(dir, 0L);
  }

  @Override
  public DeliveredRows.Mark delivered(DispatcherId dispatcher) {
    return marks.getOrDefault(dispatcher, DeliveredRows.Mark.NONE);
  }

  @Override
  public void putDelivered(DispatcherId dispatcher, DeliveredRows.Mark mark) {
    marks.put(dispatcher, mark);
  }

  @Override
  public void addDelivered(DispatcherId dispatcher, Digest row) {
    delivered.computeIfAbsent(dispatcher, d -> new HashMap<>()).merge(row, 1, Integer::sum);
  }

  @Override
  public boolean takeDelivered(DispatcherId dispatcher, Digest row) {
    Map<Digest, Integer> rows = delivered.getOrDefault(dispatcher, Map.of());
    Integer times = rows.get(row);
    if (times == null) {
      return false;
    }
    if (times == 1) {
      rows.remove(row);
    } else {
      rows.put(row, times - 1);
    }
    return true;
  }

  @Override
  public Optional<Passes.State> passes(DispatcherId dispatcher) {
    return Optional.ofNullable(passes.get(dispatcher));
  }

  @Override
  public void putPasses(DispatcherId dispatcher, Passes.State state) {
    passes.put(dispatcher, state);
  }

  @Override
  public RecentChanges recent(DispatcherId dispatcher) {
    RecentChanges changes = new RecentChanges();
    TreeMap<Long, long[]> chunks = recent.get(dispatcher);
    if (chunks != null) {
      changes.restore(chunks.firstKey(), List.copyOf(chunks.values()));
    }
    return changes;
  }

  @Override
  public void putRecent(DispatcherId dispatcher, long chunk, long[] changes) {
    recent.computeIfAbsent(dispatcher, d -> new TreeMap<>()).put(chunk, changes);
  }

  @Override
  public void removeRecent(DispatcherId dispatcher, long chunk) {
    recent.get(dispatcher).remove(chunk);
  }

  void forEach(BiConsumer<Long, RowBatch> consumer) {
    batches.values().forEach(held -> held.forEach(consumer));
  }

  int batches() {
    return batches.values().stream().mapToInt(TreeMap::size).sum();
  }

  /** Adds a copy of what this holds of the dispatchers that fall to one subtask of many. */
  void copyInto(MemoryStore other, int subtask, int parallelism) {
    batches.forEach(
        (dispatcher, held) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.batches.put(dispatcher, new TreeMap<>(held));
          }
        });
    ledgers.forEach(
        (dispatcher, ledger) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.ledgers.put(dispatcher, ledger);
          }
        });
    marks.forEach(
        (dispatcher, mark) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.marks.put(dispatcher, mark);
          }
        });
    forgotten.forEach(
        (dispatcher, dirs) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.forgotten.put(dispatcher, new HashMap<>(dirs));
          }
        });
    delivered.forEach(
        (dispatcher, rows) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.delivered.put(dispatcher, new HashMap<>(rows));
          }
        });
    recent.forEach(
        (dispatcher, chunks) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.recent.put(dispatcher, new TreeMap<>(chunks));
          }
        });
    passes.forEach(
        (dispatcher, state) -> {
          if (subtaskOf(dispatcher, parallelism) == subtask) {
            other.passes.put(dispatcher, state);
          }
        });
  }

  static int subtaskOf(DispatcherId dispatcher, int parallelism) {
    return Math.floorMod(dispatcher.key().hashCode() * 31, parallelism);
  }

  /** Hands every batch to a spool, as a restart does. */
  void restore(Spool spool) throws Exception {
    for (Map.Entry<DispatcherId, TreeMap<Long, RowBatch>> held : batches.entrySet()) {
      for (Map.Entry<Long, RowBatch> batch : held.getValue().entrySet()) {
        spool.restore(held.getKey(), batch.getKey(), batch.getValue());
      }
    }
    spool.restored();
  }
}
