package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.tables.TableRules;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * The source readers: each has some of the partitions, reads them at very different speeds, drops
 * what a partition has resolved, and emits the least of its partitions' watermarks.
 */
final class SimSource {
  /** Where the readers stand at a barrier. */
  record Position(int[] next, long[] resolved) {}

  final int readers;
  private final SimUpstream upstream;
  private final boolean byPartition;
  private final Random random;
  private final double idleShare;
  private final Set<Integer> late;
  private final int[] next;
  private final long[] resolved;
  private final long[] generator;
  private final boolean[] idle;
  private final long[] emitted;
  private final long[] furthest;
  private final TableRules rules;
  private final Set<String> shown = new HashSet<>();

  SimSource(SimUpstream upstream, Random random, Options options, Position left) {
    this.upstream = upstream;
    this.rules = upstream.names.rules();
    this.random = random;
    this.readers = options.readers();
    this.byPartition = options.byPartition();
    this.idleShare = options.idleShare();
    this.late = options.late();
    int count = upstream.partitions.size();
    next = left == null ? new int[count] : left.next().clone();
    resolved = left == null ? filled(count) : left.resolved().clone();
    generator = filled(count);
    idle = new boolean[count];
    emitted = filled(readers);
    furthest = filled(readers);
  }

  /**
   * @param idleShare how often a partition counts as idle although it has more
   * @param late gets the ids of rows that a watermark passed because their partition was idle
   */
  record Options(int readers, boolean byPartition, double idleShare, Set<Integer> late) {}

  private static long[] filled(int count) {
    long[] values = new long[count];
    Arrays.fill(values, Long.MIN_VALUE);
    return values;
  }

  /** Channel of a reader's rows is twice its number, that of its broadcasts one more. */
  int channels() {
    return 2 * readers;
  }

  boolean exhausted(int reader) {
    for (int p = reader; p < next.length; p += readers) {
      if (next[p] < upstream.partitions.get(p).size()) {
        return false;
      }
    }
    return true;
  }

  /** Reads one message of a partition. */
  void read(int partition, List<SimSubtask> subtasks) {
    List<SimUpstream.Message> messages = upstream.partitions.get(partition);
    if (next[partition] == messages.size()) {
      return;
    }
    int reader = partition % readers;
    if (partition > 0 && random.nextDouble() < idleShare) {
      idle[partition] = true;
      return;
    }
    idle[partition] = false;
    SimUpstream.Message message = messages.get(next[partition]++);
    if (message instanceof SimUpstream.ResolvedTs r) {
      resolved[partition] = Math.max(resolved[partition], r.commitTs());
      generator[partition] = Math.max(generator[partition], r.commitTs());
      furthest[reader] = Math.max(furthest[reader], r.commitTs());
    } else if (message instanceof SimUpstream.Change change) {
      furthest[reader] = Math.max(furthest[reader], change.commitTs());
      if (change.commitTs() > resolved[partition]) {
        show(change, reader, subtasks);
        Optional<TableId> name = rules.name(change.table());
        if (name.isPresent()) {
          send(
              new SimUpstream.Change(change.id(), name.get(), change.commitTs()),
              partition,
              subtasks);
        }
      }
    } else if (message instanceof SimUpstream.Ddl ddl) {
      furthest[reader] = Math.max(furthest[reader], ddl.change().commitTs());
      if (ddl.change().commitTs() > resolved[partition]) {
        for (SimSubtask subtask : subtasks) {
          subtask.channels.get(2 * reader + 1).add(new SimSubtask.BroadcastItem(ddl.change()));
        }
      }
    }
  }

  /** A table's first row of each reader shows its columns, also where it isn't delivered. */
  private void show(SimUpstream.Change change, int reader, List<SimSubtask> subtasks) {
    if (!rules.isEmpty() && shown.add(reader + " " + change.table())) {
      List<TableShape.Column> columns = List.of(new TableShape.Column("id", "int", true));
      TableShape shape = new TableShape(change.table(), change.commitTs(), columns);
      for (SimSubtask subtask : subtasks) {
        subtask.channels.get(2 * reader + 1).add(new SimSubtask.BroadcastItem(shape));
      }
    }
  }

  private void send(SimUpstream.Change change, int partition, List<SimSubtask> subtasks) {
    SourcePartition source = SimUpstream.partition(partition);
    DispatcherId dispatcher =
        byPartition ? DispatcherId.of(change.table(), source) : DispatcherId.of(change.table());
    byte[] text = line(change).getBytes(StandardCharsets.UTF_8);
    Row row =
        new Row(source, dispatcher, change.commitTs(), text, 0, text.length, null)
            .printed(change.id() + 1)
            .from(RowOrigin.of(source, 0));
    int target = MemoryStore.subtaskOf(dispatcher, subtasks.size());
    subtasks
        .get(target)
        .channels
        .get(2 * (partition % readers))
        .add(new SimSubtask.RowItem(row, change.id()));
  }

  /** A row that is built anew at each time that it is sent. */
  private String line(SimUpstream.Change change) {
    return """
        {"type":"INSERT","pkNames":["id"],"ts":%d,"data":[{"id":"%d"}],"_tidb":{"commitTs":%d}}"""
        .formatted(random.nextInt(1000), change.id(), change.commitTs());
  }

  /** The id of a row that stands in a file. */
  static int idOf(String line) {
    int from = line.indexOf("\"id\":\"") + 6;
    return Integer.parseInt(line.substring(from, line.indexOf('"', from)));
  }

  /** Emits a reader's watermark; at its end first the newest thing seen, then the end of time. */
  void emitWatermark(int reader, List<SimSubtask> subtasks) {
    if (exhausted(reader)) {
      if (emitted[reader] < Long.MAX_VALUE) {
        emit(reader, furthest[reader], subtasks);
        emit(reader, Long.MAX_VALUE, subtasks);
      }
      return;
    }
    long least = Long.MAX_VALUE;
    for (int p = reader; p < next.length; p += readers) {
      boolean ended = next[p] == upstream.partitions.get(p).size();
      if (!idle[p] && !ended) {
        least = Math.min(least, generator[p]);
      }
    }
    if (least < Long.MAX_VALUE && least > emitted[reader]) {
      emit(reader, least, subtasks);
    }
  }

  private void noteLate(int partition, long watermark) {
    List<SimUpstream.Message> messages = upstream.partitions.get(partition);
    for (SimUpstream.Message message : messages.subList(next[partition], messages.size())) {
      if (message instanceof SimUpstream.Change change && change.commitTs() <= watermark) {
        late.add(change.id());
      }
    }
  }

  private void emit(int reader, long watermark, List<SimSubtask> subtasks) {
    emitted[reader] = watermark;
    for (int p = reader; p < next.length; p += readers) {
      if (idle[p]) {
        noteLate(p, watermark);
      }
    }
    if (watermark > Long.MIN_VALUE) {
      for (SimSubtask subtask : subtasks) {
        subtask.channels.get(2 * reader).add(new SimSubtask.WatermarkItem(watermark));
        subtask.channels.get(2 * reader + 1).add(new SimSubtask.WatermarkItem(watermark));
      }
    }
  }

  boolean ended() {
    for (long watermark : emitted) {
      if (watermark < Long.MAX_VALUE) {
        return false;
      }
    }
    return true;
  }

  /** Emits a barrier and notes into {@code position} where this reader's partitions are. */
  void barrier(int reader, long checkpointId, List<SimSubtask> subtasks, Position position) {
    for (int p = reader; p < next.length; p += readers) {
      position.next()[p] = next[p];
      position.resolved()[p] = resolved[p];
    }
    for (SimSubtask subtask : subtasks) {
      subtask.channels.get(2 * reader).add(new SimSubtask.BarrierItem(checkpointId));
      subtask.channels.get(2 * reader + 1).add(new SimSubtask.BarrierItem(checkpointId));
    }
  }

  Position emptyPosition() {
    return new Position(new int[next.length], filled(next.length));
  }
}
