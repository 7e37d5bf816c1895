package io.spillway.source;

import io.spillway.policy.Failures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** What a wrapped enumerator sees of Flink: its own splits, without their resolved events. */
final class SplitContext<S extends SourceSplit> implements SplitEnumeratorContext<S> {
  private final SplitEnumeratorContext<ResolvedSplit<S>> context;
  private final PartitionLooks looks;
  private final Failures failures;
  private final Map<String, ResolvedSplit<S>> returned = new HashMap<>();
  private volatile boolean ended;

  /** Calls whose answer is still to come, but for those that are repeated. */
  private int open;

  private boolean dealt;
  private boolean noMoreSplits;

  SplitContext(SplitEnumeratorContext<ResolvedSplit<S>> context, PartitionLooks looks) {
    this.context = context;
    this.looks = looks;
    this.failures = looks.failures();
  }

  /** The enumerator is closed next: what its calls still come to is of no concern. */
  void end() {
    ended = true;
  }

  /** Keeps what is known of a returned split for when it is dealt out again. */
  void remember(ResolvedSplit<S> split) {
    returned.put(split.splitId(), split);
  }

  /** A reader has come: it has been given what is its own by now. */
  void joined(int subtask) {
    if (dealt && !noMoreSplits) {
      context.sendEventToSourceReader(subtask, new Dealt());
    }
  }

  /**
   * Once a look has been answered, and whatever its answer led to, all partitions are dealt out. A
   * reader that is told that no more splits come ends by itself, and needs no word of this.
   */
  private void answered() {
    if (open == 0 && !dealt && !ended) {
      dealt = true;
      registeredReaders().keySet().forEach(this::joined);
    }
  }

  @Override
  public void assignSplits(SplitsAssignment<S> assignment) {
    Map<Integer, List<ResolvedSplit<S>>> adapted = new HashMap<>();
    assignment
        .assignment()
        .forEach(
            (subtask, splits) -> {
              List<ResolvedSplit<S>> dealt = new ArrayList<>();
              for (S split : splits) {
                ResolvedSplit<S> known = returned.remove(split.splitId());
                dealt.add(
                    known == null
                        ? ResolvedSplit.fresh(split)
                        : new ResolvedSplit<>(
                            split, known.resolved(), known.clock(), known.identity()));
              }
              adapted.put(subtask, dealt);
            });
    context.assignSplits(new SplitsAssignment<>(adapted));
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return context.metricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    context.sendEventToSourceReader(subtask, event);
  }

  @Override
  public void sendEventToSourceReader(int subtask, int attempt, SourceEvent event) {
    context.sendEventToSourceReader(subtask, attempt, event);
  }

  @Override
  public int currentParallelism() {
    return context.currentParallelism();
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return context.registeredReaders();
  }

  @Override
  public Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
    return context.registeredReadersOfAttempts();
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    noMoreSplits = true;
    context.signalNoMoreSplits(subtask);
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    open++;
    context.callAsync(
        callable,
        (result, failure) -> {
          open--;
          told(handler).accept(result, failure);
          answered();
        });
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long initialMs, long periodMs) {
    context.callAsync(
        looks.paced(callable),
        (look, failure) -> {
          if (!ended) {
            looked(look, failure, handler);
          }
        },
        initialMs,
        periodMs);
  }

  /** What is called again and again looks for new partitions; one that fails may be waited for. */
  private <T> void looked(Look<T> look, Throwable failure, BiConsumer<T, Throwable> handler) {
    if (failure != null) {
      told(handler).accept(null, failure);
    } else if (look instanceof Look.Found<T> found) {
      looks.found();
      told(handler).accept(found.value(), null);
      answered();
    } else if (look instanceof Look.Failed<T> failed) {
      if (!looks.mayWait()) {
        told(handler).accept(null, failed.failure());
      } else if (!looks.waitsFor(failed)) {
        handler.accept(null, failed.failure());
      }
    } else if (!(look instanceof Look.Skipped<T>)) {
      throw new IllegalStateException("unknown look: " + look);
    }
  }

  /** An enumerator that can't list its partitions throws it from here, and the job fails over. */
  private <T> BiConsumer<T, Throwable> told(BiConsumer<T, Throwable> handler) {
    return (result, failure) -> {
      if (ended) {
        // a client that was closed fails each call that is due, as many as an outage has held up
        return;
      }
      try {
        handler.accept(result, failure);
      } catch (RuntimeException e) {
        var unused = failures.decide(e);
        throw e;
      }
    };
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    context.runInCoordinatorThread(runnable);
  }

  @Override
  public void setIsProcessingBacklog(boolean isProcessingBacklog) {
    context.setIsProcessingBacklog(isProcessingBacklog);
  }
}
