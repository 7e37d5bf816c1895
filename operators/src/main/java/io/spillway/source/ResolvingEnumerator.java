package io.spillway.source;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;

/** See {@link ResolvingSource}: takes resolved events off splits that come back, and keeps them. */
final class ResolvingEnumerator<S extends SourceSplit, C>
    implements SplitEnumerator<ResolvedSplit<S>, C> {
  private final SplitEnumerator<S, C> enumerator;
  private final SplitContext<S> context;

  ResolvingEnumerator(SplitEnumerator<S, C> enumerator, SplitContext<S> context) {
    this.enumerator = enumerator;
    this.context = context;
  }

  @Override
  public void start() {
    enumerator.start();
  }

  @Override
  public void handleSplitRequest(int subtask, String host) {
    enumerator.handleSplitRequest(subtask, host);
  }

  @Override
  public void addSplitsBack(List<ResolvedSplit<S>> splits, int subtask) {
    splits.forEach(context::remember);
    enumerator.addSplitsBack(splits.stream().map(ResolvedSplit::split).toList(), subtask);
  }

  @Override
  public void addReader(int subtask) {
    enumerator.addReader(subtask);
    context.joined(subtask);
  }

  @Override
  public void handleSourceEvent(int subtask, SourceEvent event) {
    enumerator.handleSourceEvent(subtask, event);
  }

  @Override
  public C snapshotState(long checkpointId) throws Exception {
    return enumerator.snapshotState(checkpointId);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    enumerator.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void close() throws IOException {
    context.end();
    enumerator.close();
  }
}
