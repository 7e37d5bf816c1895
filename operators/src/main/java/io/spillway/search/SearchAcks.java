package io.spillway.search;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The overall progress of the search sink, and before it the modes of its writers' bulk
 * controllers: of each checkpoint the least that any of its writers has told; once the input of all
 * has ended, the newest that any of them has seen. Runs alone. What it has gathered of a checkpoint
 * isn't kept through a restart: then that one has no ack, and the next says as much and more.
 */
public final class SearchAcks
    extends ProcessFunction<CommittableMessage<SearchCommittable>, FlushAck> {
  private static final long serialVersionUID = 1L;
  private final Namespace namespace;
  private transient Map<Long, Heard> checkpoints;

  public SearchAcks(Namespace namespace) {
    this.namespace = namespace;
  }

  private static final class Heard {
    int missingWriters = -1;
    int missingCommittables;
    long progress = SearchCommittable.ALL;
    long newest = Long.MIN_VALUE;
    final List<FlushAck.Steering> steerings = new ArrayList<>();

    boolean complete() {
      return missingWriters == 0 && missingCommittables == 0;
    }
  }

  @Override
  public void processElement(
      CommittableMessage<SearchCommittable> message, Context context, Collector<FlushAck> out) {
    if (checkpoints == null) {
      checkpoints = new HashMap<>();
    }
    long checkpoint = message.getCheckpointIdOrEOI();
    Heard heard = checkpoints.computeIfAbsent(checkpoint, id -> new Heard());
    if (message instanceof CommittableSummary<SearchCommittable> summary) {
      if (heard.missingWriters < 0) {
        heard.missingWriters = summary.getNumberOfSubtasks();
      }
      heard.missingWriters--;
      heard.missingCommittables += summary.getNumberOfCommittables();
    } else if (message instanceof CommittableWithLineage<SearchCommittable> committed) {
      heard.missingCommittables--;
      heard.progress = Math.min(heard.progress, committed.getCommittable().progress());
      heard.newest = Math.max(heard.newest, committed.getCommittable().newest());
      int writer = committed.getSubtaskId();
      for (ModeChange change : committed.getCommittable().modes()) {
        heard.steerings.add(new FlushAck.Steering(writer, change.atMs(), change.mode().name()));
      }
    }
    if (heard.complete()) {
      checkpoints.keySet().removeIf(id -> id <= checkpoint);
      CursorKey all = CursorKey.global(namespace, CursorKey.SEARCH);
      heard.steerings.forEach(
          steering -> out.collect(new FlushAck.Steered(all, checkpoint, steering)));
      // a watermark is that of the slowest reader; at the end the newest row is behind as well
      boolean ended = heard.progress == SearchCommittable.ALL;
      acknowledge(ended ? heard.newest : heard.progress, checkpoint, out);
    }
  }

  private void acknowledge(long progress, long checkpoint, Collector<FlushAck> out) {
    if (progress > Long.MIN_VALUE) {
      CursorKey all = CursorKey.global(namespace, CursorKey.SEARCH);
      out.collect(new FlushAck.Reached(all, progress, checkpoint));
    }
  }
}
