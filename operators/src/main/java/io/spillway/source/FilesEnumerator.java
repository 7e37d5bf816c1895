package io.spillway.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;

/** Deals the files out, one reader after the other, once all readers are there. */
final class FilesEnumerator implements SplitEnumerator<FileSplit, FilesState> {
  private final SplitEnumeratorContext<FileSplit> context;
  private final List<FileSplit> unassigned;

  FilesEnumerator(SplitEnumeratorContext<FileSplit> context, List<FileSplit> unassigned) {
    this.context = context;
    this.unassigned = new ArrayList<>(unassigned);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, String host) {}

  @Override
  public void addSplitsBack(List<FileSplit> splits, int subtask) {
    unassigned.addAll(splits);
    assign();
  }

  @Override
  public void addReader(int subtask) {
    assign();
  }

  private void assign() {
    int readers = context.currentParallelism();
    if (context.registeredReaders().size() < readers) {
      return;
    }
    Map<Integer, List<FileSplit>> byReader = new HashMap<>();
    for (int i = 0; i < unassigned.size(); i++) {
      byReader.computeIfAbsent(i % readers, r -> new ArrayList<>()).add(unassigned.get(i));
    }
    unassigned.clear();
    context.assignSplits(new SplitsAssignment<>(byReader));
    for (int reader : context.registeredReaders().keySet()) {
      context.signalNoMoreSplits(reader);
    }
  }

  @Override
  public FilesState snapshotState(long checkpointId) {
    return new FilesState(unassigned);
  }

  @Override
  public void close() {}
}
