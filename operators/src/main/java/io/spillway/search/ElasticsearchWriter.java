package io.spillway.search;

import io.spillway.event.ControlChange;
import io.spillway.search.SearchTask.Overflow;
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
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Joins {@link BulkWriter} to Flink: mailbox, timers, state, committables, metrics. */
final class ElasticsearchWriter
    implements StatefulSinkWriter<SearchElement, SearchWriterState>,
        CommittingSinkWriter<SearchElement, SearchCommittable> {
  private static final long TICK_MS = 20;
  private final MailboxExecutor mailbox;
  private final ProcessingTimeService time;
  private final BulkTransport transport;
  private final BulkWriter writer;
  private final SearchOverflow overflow;
  private long watermark = Long.MIN_VALUE;
  private long newest = Long.MIN_VALUE;
  private boolean inputEnded;
  private int barriersSinceEnd;
  private long reported;
  private ScheduledFuture<?> nextTick;
  private volatile boolean closed;

  ElasticsearchWriter(
      SearchTask task,
      Overflow overflow,
      BulkTransport transport,
      BiFunction<BulkTransport, LongSupplier, BulkWriter> writer) {
    this.mailbox = task.mailbox();
    this.time = task.time();
    this.transport = transport;
    this.writer =
        writer.apply(
            new QueuedTransport(transport, this::inMailbox), time::getCurrentProcessingTime);
    this.overflow =
        overflow.spool() == null
            ? null
            : new SearchOverflow(this.writer, overflow, time::getCurrentProcessingTime);
    SearchMetrics.register(task.metrics(), this.writer::view, overflow);
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
  public void write(SearchElement element, Context context)
      throws IOException, InterruptedException {
    if (element instanceof SearchControl settings) {
      writer.control(settings.change());
      return;
    }
    SearchRow row = (SearchRow) element;
    while (overflow == null ? writer.full() : overflow.full()) {
      mailbox.yield();
    }
    newest = Math.max(newest, row.commitTs());
    if (overflow == null) {
      writer.write(row);
      return;
    }
    try {
      overflow.write(row);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the search stage's state", e);
    }
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
   * At a barrier nothing is awaited. Once the input has ended everything is, since what is
   * committed after the last checkpoint of a job reaches nobody; but not at the first barrier after
   * the end, with which storage commits its last files.
   */
  @Override
  public void flush(boolean endOfInput) throws InterruptedException {
    inputEnded |= endOfInput;
    if (!inputEnded) {
      return;
    }
    writer.drain();
    if (endOfInput || barriersSinceEnd++ > 0) {
      while (!isFinished()) {
        mailbox.yield();
      }
    }
  }

  private boolean isFinished() {
    return writer.empty() && (overflow == null || overflow.spool().isEmpty());
  }

  @Override
  public Collection<SearchCommittable> prepareCommit() {
    writer.barrier();
    if (overflow != null) {
      overflow.barrier();
    }
    long finished = writer.view().counts().finished();
    SearchCommittable committable =
        new SearchCommittable(
            progress(), newest, finished - reported, writer.takeDead(), writer.takeModes());
    reported = finished;
    return List.of(committable);
  }

  private long progress() {
    if (inputEnded && isFinished()) {
      return SearchCommittable.ALL;
    }
    long oldest = overflow == null ? Long.MAX_VALUE : overflow.spool().oldestCommitTs();
    return Math.min(writer.progress(watermark), oldest - 1);
  }

  @Override
  public List<SearchWriterState> snapshotState(long checkpointId) {
    return SearchWriterState.parts(
        writer.unfinishedRows(), writer.unfinishedAttempts(), writer.control());
  }

  @Override
  public void close() throws IOException {
    closed = true;
    writer.close();
    nextTick.cancel(false);
    transport.close();
  }

  private void scheduleTick() {
    nextTick = time.registerTimer(time.getCurrentProcessingTime() + TICK_MS, now -> tick());
  }

  private void tick() throws Exception {
    try {
      writer.tick();
    } catch (EngineAwayException e) {
      // it has been waited for long enough: another attempt of the job would only wait again
      throw new SuppressRestartsException(e);
    }
    feed();
    scheduleTick();
  }

  private void feed() throws Exception {
    if (overflow != null) {
      overflow.feed();
      overflow.warn();
      SearchSpool spool = overflow.spool();
      writer.held(spool.rows(), writer.config().bufferBytes(), spool.bytes() >= overflow.quota());
    }
  }

  private void answered(Runnable reply) throws Exception {
    if (!closed) {
      reply.run();
      feed();
    }
  }

  private void inMailbox(Runnable reply) {
    try {
      mailbox.execute(() -> answered(reply), "bulk reply");
    } catch (RejectedExecutionException e) {
      // the task is ending; what this reply is about is in its last checkpoint
      if (!closed) {
        org.slf4j.LoggerFactory.getLogger(ElasticsearchWriter.class)
            .debug("a reply after the end of the task");
      }
    }
  }
}
