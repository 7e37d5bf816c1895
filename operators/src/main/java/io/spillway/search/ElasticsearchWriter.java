package io.spillway.search;

import io.spillway.event.ControlChange;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Joins {@link BulkWriter} to Flink: mailbox, timers, state, committables, metrics. */
final class ElasticsearchWriter
    implements StatefulSinkWriter<SearchElement, SearchWriterState>,
        CommittingSinkWriter<SearchElement, SearchCommittable> {
  private static final long TICK_MS = 20;
  private final MailboxExecutor mailbox;
  private final ProcessingTimeService time;
  private final BulkTransport transport;
  private final BulkWriter writer;
  private long watermark = Long.MIN_VALUE;
  private long newest = Long.MIN_VALUE;
  private boolean inputEnded;
  private long reported;
  private ScheduledFuture<?> nextTick;
  private volatile boolean closed;

  ElasticsearchWriter(
      WriterInitContext context,
      BulkTransport transport,
      BiFunction<BulkTransport, LongSupplier, BulkWriter> writer) {
    this.mailbox = context.getMailboxExecutor();
    this.time = context.getProcessingTimeService();
    this.transport = transport;
    this.writer =
        writer.apply(
            new QueuedTransport(transport, this::inMailbox), time::getCurrentProcessingTime);
    SearchMetrics.register(context.metricGroup(), this.writer::view);
    scheduleTick();
  }

  /** Before the rows, which may have to wait. */
  void restoreControl(SearchWriterState state) {
    ControlChange known = writer.control();
    ControlChange kept = state.control();
    if (kept != null && (known == null || kept.sequence() > known.sequence())) {
      writer.control(kept);
    }
  }

  void restore(SearchWriterState state) {
    for (int i = 0; i < state.rows().size(); i++) {
      SearchRow row = state.rows().get(i);
      newest = Math.max(newest, row.commitTs());
      writer.write(row, state.attempts().get(i));
    }
  }

  @Override
  public void write(SearchElement element, Context context) throws InterruptedException {
    if (element instanceof SearchControl settings) {
      writer.control(settings.change());
      return;
    }
    SearchRow row = (SearchRow) element;
    while (writer.full()) {
      mailbox.yield();
    }
    newest = Math.max(newest, row.commitTs());
    writer.write(row);
  }

  /** The end of time says that the input has ended, not how far it came. */
  @Override
  public void writeWatermark(Watermark next) {
    if (next.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      inputEnded = true;
    } else {
      watermark = Math.max(watermark, next.getTimestamp());
      newest = Math.max(newest, watermark);
    }
  }

  /**
   * At a barrier nothing is awaited. Once the input has ended everything is: what is committed
   * after the last checkpoint of a job reaches nobody, and the readers stay for two more only.
   */
  @Override
  public void flush(boolean endOfInput) throws InterruptedException {
    inputEnded |= endOfInput;
    if (inputEnded) {
      writer.drain();
      while (!writer.empty()) {
        mailbox.yield();
      }
    }
  }

  @Override
  public Collection<SearchCommittable> prepareCommit() {
    writer.barrier();
    long finished = writer.view().counts().finished();
    SearchCommittable committable =
        new SearchCommittable(progress(), newest, finished - reported, writer.takeDead());
    reported = finished;
    return List.of(committable);
  }

  private long progress() {
    return inputEnded && writer.empty() ? SearchCommittable.ALL : writer.progress(watermark);
  }

  @Override
  public List<SearchWriterState> snapshotState(long checkpointId) {
    return SearchWriterState.parts(
        writer.unfinishedRows(), writer.unfinishedAttempts(), writer.control());
  }

  @Override
  public void close() throws IOException {
    closed = true;
    nextTick.cancel(false);
    transport.close();
  }

  private void scheduleTick() {
    nextTick = time.registerTimer(time.getCurrentProcessingTime() + TICK_MS, now -> tick());
  }

  private void tick() {
    writer.tick();
    scheduleTick();
  }

  private void inMailbox(Runnable reply) {
    try {
      mailbox.execute(reply::run, "bulk reply");
    } catch (RejectedExecutionException e) {
      // the task is ending; what this reply is about is in its last checkpoint
      if (!closed) {
        org.slf4j.LoggerFactory.getLogger(ElasticsearchWriter.class)
            .debug("a reply after the end of the task");
      }
    }
  }
}
