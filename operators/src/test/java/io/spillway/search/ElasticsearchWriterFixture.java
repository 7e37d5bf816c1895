package io.spillway.search;

import io.spillway.search.SearchTask.Overflow;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.ArrayDeque;
import java.util.Random;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.apache.flink.util.function.ThrowingRunnable;

/** A writer under a mailbox that the test empties, with processing time that the test moves. */
abstract class ElasticsearchWriterFixture {
  static final long START = 1_768_472_430_400L;
  private static final WriterConfig SMALL_BUFFER =
      new WriterConfig(
          WriterConfig.DEFAULT.controller(),
          8 << 20,
          WriterConfig.DEFAULT.policy(),
          WriterConfig.DEFAULT.deadLetters(),
          WriterConfig.DEFAULT.newIndices());

  final FakeEngine engine = new FakeEngine();
  final TestProcessingTimeService time = new TestProcessingTimeService();
  private final ArrayDeque<ThrowingRunnable<? extends Exception>> mails = new ArrayDeque<>();
  int yields;

  ElasticsearchWriter writer() throws Exception {
    return writer(Overflow.NONE);
  }

  ElasticsearchWriter writer(Overflow overflow) throws Exception {
    time.setCurrentTime(START);
    return new ElasticsearchWriter(
        task(),
        overflow,
        engine,
        (transport, clock) ->
            new BulkWriter(
                SMALL_BUFFER,
                new RowDocuments(DocumentConfig.DEFAULT),
                transport,
                clock,
                new Random(1)));
  }

  private SearchTask task() {
    return new SearchTask(
        new Mailbox(), time, UnregisteredMetricsGroup.createSinkWriterMetricGroup());
  }

  /** A yield lets 20 ms pass, the engine answer, and one mail run. */
  private final class Mailbox implements MailboxExecutor {
    @Override
    public void execute(
        MailOptions options,
        ThrowingRunnable<? extends Exception> command,
        String format,
        Object... args) {
      mails.add(command);
    }

    @Override
    public void yield() {
      yields++;
      run(20);
    }

    @Override
    public boolean tryYield() {
      return false;
    }

    @Override
    public boolean shouldInterrupt() {
      return false;
    }
  }

  void run(long ms) {
    try {
      for (long end = time.getCurrentProcessingTime() + ms;
          time.getCurrentProcessingTime() < end; ) {
        time.advance(20);
        engine.answer();
        while (!mails.isEmpty()) {
          mails.poll().run();
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static SearchCommittable commit(ElasticsearchWriter writer) {
    return writer.prepareCommit().iterator().next();
  }
}
