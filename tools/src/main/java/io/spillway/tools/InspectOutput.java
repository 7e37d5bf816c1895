package io.spillway.tools;

import io.spillway.event.CommitTs;
import io.spillway.job.start.SavedState;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.tools.inspect.DispatcherContent;
import io.spillway.tools.inspect.Overview;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A savepoint's content as one JSON object. */
final class InspectOutput {
  private final JsonLine line = new JsonLine();
  private final List<Map<String, Object>> cursors = new ArrayList<>();
  private final List<Map<String, Object>> dispatchers = new ArrayList<>();

  void overview(SavedState state, Overview overview) {
    line.put("checkpoint", state.checkpointId()).put("path", state.path().toString());
    line.put(
        "operators",
        state.operators().stream()
            .map(
                operator ->
                    new JsonLine()
                        .put("uid", operator.uid())
                        .put("parallelism", operator.parallelism())
                        .put("maxParallelism", operator.maxParallelism())
                        .put("bytes", operator.bytes())
                        .fields())
            .toList());
    line.put(
        "partitions",
        overview.positions().stream()
            .map(
                position ->
                    new JsonLine()
                        .put("partition", position.partition().label())
                        .put("nextOffset", position.offset())
                        .put("resolved", known(position.resolved()))
                        .fields())
            .toList());
    overview
        .spool()
        .ifPresent(
            spool -> {
              line.put("watermark", known(spool.watermark()));
              line.put(
                  "waitingDdls",
                  spool.waiting().stream()
                      .map(
                          ddl ->
                              new JsonLine()
                                  .put("commitTs", ddl.commitTs())
                                  .put("table", ddl.table().toString())
                                  .put("query", ddl.query())
                                  .fields())
                      .toList());
            });
    overview.balance().ifPresent(balance -> line.put("balance", balance(balance)));
    line.put("pendingCommits", overview.pending().stream().map(InspectOutput::pending).toList());
  }

  private static Map<String, Object> balance(Balance balance) {
    return new JsonLine()
        .put("read", balance.read().read())
        .put("stored", balance.stored())
        .put("spooled", balance.spooled())
        .put("deadLetters", balance.read().deadLetters())
        .put("skipped", balance.read().skipped())
        .put("duplicates", balance.read().duplicates())
        .put("copies", balance.read().copies())
        .put("difference", balance.difference())
        .fields();
  }

  private static Map<String, Object> pending(CommitPlan plan) {
    return new JsonLine()
        .put("checkpoint", plan.checkpointId())
        .put("files", plan.data().size())
        .put("rows", plan.data().stream().mapToLong(file -> file.sealed().rows()).sum())
        .put("checkpointTs", known(plan.checkpointTs()))
        .fields();
  }

  void cursor(String key, String value) {
    cursors.add(new JsonLine().put("cursor", key).put("value", value).fields());
  }

  void content(DispatcherContent content) {
    JsonLine dispatcher =
        new JsonLine()
            .put("dispatcher", content.dispatcher)
            .put("rows", content.rows)
            .put("bytes", content.bytes)
            .put("lastFile", content.lastFile);
    if (content.rows > 0) {
      dispatcher
          .time("oldest", content.oldestMs)
          .put("minCommitTs", content.minCommitTs)
          .put("maxCommitTs", content.maxCommitTs);
    }
    dispatchers.add(dispatcher.fields());
  }

  /** The whole of it. */
  JsonLine line() {
    return line.put("cursors", cursors).put("dispatchers", dispatchers);
  }

  /** Null for no timestamp and for the end of the input. */
  private static Long known(long commitTs) {
    return commitTs == Long.MIN_VALUE || commitTs > CommitTs.ofMillis(CommitTs.MAX_MILLIS)
        ? null
        : Long.valueOf(commitTs);
  }
}
