package io.spillway.spool;

import io.spillway.encode.Compression;
import io.spillway.encode.RowFormat;
import io.spillway.encode.RowIdentities;
import io.spillway.event.Broadcast;
import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.storage.InlineProbe;
import io.spillway.tables.TableRules;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** One spool subtask with its input channels and its writer: barriers are aligned, as in Flink. */
final class SimSubtask {
  /** What travels in a channel. */
  sealed interface Item {}

  record RowItem(Row row, int id) implements Item {}

  record BroadcastItem(Broadcast event) implements Item {}

  record WatermarkItem(long timestamp) implements Item {}

  record BarrierItem(long checkpointId) implements Item {}

  /** What a subtask leaves at a barrier. */
  record Left(MemoryStore store, DrainState drains, List<Written> written, long watermark) {}

  static final RowFormat LINES =
      new RowFormat() {
        private static final long serialVersionUID = 1L;

        @Override
        public String extension() {
          return ".json";
        }

        @Override
        public Compression compression() {
          return Compression.NONE;
        }

        @Override
        public void append(Row row, RowBatchBuilder batch) {
          byte[] end = {'\n'};
          batch.append(row.buffer(), row.offset(), row.length(), end, row.commitTs());
        }

        @Override
        public RowIdentities identities() {
          return new RowIdentities();
        }
      };

  final Spool spool;
  final List<Deque<Item>> channels = new ArrayList<>();
  private final MemoryStore store;
  private final boolean[] blocked;
  private final long[] watermarks;
  private final Set<Integer> late;
  private final ByteArrayOutputStream current = new ByteArrayOutputStream();
  private final InlineProbe inline;
  private final boolean isFirst;
  private List<Written> written = new ArrayList<>();
  private long watermark = Long.MIN_VALUE;
  private long forwarded = Long.MIN_VALUE;
  private long completedId;

  SimSubtask(
      SpoolSettings settings,
      SimBucket bucket,
      SubtaskShare share,
      MemoryStore store,
      DrainState left,
      SimInputs inputs)
      throws Exception {
    this.store = store;
    this.late = inputs.late();
    this.inline = inputs.inline();
    this.isFirst = share.subtask() == 0;
    this.blocked = new boolean[inputs.count()];
    this.watermarks = new long[inputs.count()];
    Arrays.fill(watermarks, Long.MIN_VALUE);
    for (int i = 0; i < inputs.count(); i++) {
      channels.add(new ArrayDeque<>());
    }
    SpoolPorts ports =
        new SpoolPorts(store, bucket.open(), this::write, new SilentListener(), inputs.rules());
    spool = new Spool(settings, LINES, ports, share, left, inputs.rewind());
    spool.startAfter(inputs.restoredCheckpointId());
    store.restore(spool);
  }

  /** What a subtask is told of its inputs and of what it starts from. */
  record SimInputs(
      int count,
      Set<Integer> late,
      long restoredCheckpointId,
      long rewind,
      InlineProbe inline,
      TableRules rules) {}

  boolean canTake(int channel) {
    return !blocked[channel] && !channels.get(channel).isEmpty();
  }

  /** A checkpoint is known to be complete. */
  void completed(long checkpointId) {
    completedId = Math.max(completedId, checkpointId);
    spool.completed(checkpointId);
  }

  /** Takes the next item of a channel; a result once the last barrier has come. */
  Left take(int channel, long nowMs) throws Exception {
    Item item = channels.get(channel).poll();
    if (item instanceof RowItem row) {
      if (row.row().commitTs() <= watermark) {
        late.add(row.id());
      }
      spool.row(row.row(), nowMs);
    } else if (item instanceof BroadcastItem broadcast) {
      spool.broadcast(broadcast.event(), nowMs);
    } else if (item instanceof WatermarkItem mark) {
      watermarks[channel] = Math.max(watermarks[channel], mark.timestamp());
      advance(nowMs);
    } else if (item instanceof BarrierItem barrier) {
      blocked[channel] = true;
      for (boolean isBlocked : blocked) {
        if (!isBlocked) {
          return null;
        }
      }
      Arrays.fill(blocked, false);
      return barrier(barrier.checkpointId(), nowMs);
    }
    return null;
  }

  private void advance(long nowMs) throws Exception {
    long combined = Arrays.stream(watermarks).min().orElseThrow();
    if (combined > watermark) {
      watermark = combined;
      spool.watermark(combined, nowMs);
      forward();
    }
  }

  void tick(long nowMs) throws Exception {
    spool.tick(nowMs);
    forward();
  }

  private void forward() {
    forwarded = Math.max(forwarded, spool.heldBack());
  }

  private Left barrier(long checkpointId, long nowMs) throws Exception {
    spool.sealForBarrier(nowMs);
    forward();
    spool.beforeBarrier(checkpointId);
    write(new StorageCommand.Barrier(checkpointId, completedId));
    long files = spool.drains().statements().takeAnnounced();
    if (isFirst) {
      written.add(new Written.SchemasDue(files));
    }
    List<Written> ready = written;
    written = new ArrayList<>();
    MemoryStore copy = new MemoryStore();
    store.copyInto(copy, 0, 1);
    return new Left(copy, spool.drains().state(), ready, forwarded);
  }

  private void write(StorageCommand command) {
    if (command instanceof StorageCommand.Part part) {
      current.write(part.bytes(), part.offset(), part.length());
    } else if (command instanceof StorageCommand.Seal seal) {
      byte[] content = current.toByteArray();
      current.reset();
      long lines = new String(content, StandardCharsets.UTF_8).lines().count();
      if (content.length != seal.file().bytes() || lines != seal.file().rows()) {
        throw new AssertionError(seal + " has " + content.length + " bytes, " + lines + " rows");
      }
      written.add(new Written.Data(seal.file(), inline.content(content), Written.Data.NO_CHECKSUM));
    } else if (command instanceof StorageCommand.WriteSchema schema) {
      written.add(new Written.Schema(schema));
    } else if (command instanceof StorageCommand.Found found) {
      written.add(new Written.Found(found.newest()));
    } else if (command instanceof StorageCommand.AlreadyDelivered rows) {
      written.add(new Written.AlreadyDelivered(rows.rows(), rows.newestCommitTs()));
    } else if (command instanceof StorageCommand.Barrier barrier) {
      inline.barrier(barrier);
    }
  }

  /** Checks that a subtask that has sealed everything owes nothing. */
  void requireEmpty() {
    SpoolBudget budget = spool.budget();
    if (budget.heapBytes() != 0 || budget.diskBytes() != 0 || budget.rows() != 0) {
      throw new AssertionError(
          "empty spool owes %d + %d bytes, %d rows"
              .formatted(budget.heapBytes(), budget.diskBytes(), budget.rows()));
    }
    if (store.batches() != 0 || !spool.active().isEmpty()) {
      throw new AssertionError("empty spool keeps " + store.batches() + " batches in state");
    }
  }
}
