package io.spillway.storage;

import io.spillway.event.ReadCounts;
import io.spillway.layout.Layout;
import io.spillway.metrics.MetricNames;
import io.spillway.metrics.SecondsHistogram;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes sealed files with a pool of threads. At a barrier it waits for all of them to be closed;
 * until the commit nothing of them is to be seen.
 */
final class StorageWriter implements CommittingSinkWriter<StorageCommand, Written> {
  private static final Logger LOG = LoggerFactory.getLogger(StorageWriter.class);
  private static final int WINDOW = 1000;
  private static final long LINE_MS = 60_000;

  private final BucketFiles bucket;
  private final Layout layout;
  private final FileUpload.Target target;
  private final InlineBudget budget;
  private final Map<ErrorKind, Decider> deciders;
  private final ExecutorService threads;
  private final List<CompletableFuture<Written.Data>> closing = new ArrayList<>();
  private final List<Written.Schema> schemas = new ArrayList<>();
  private final List<Written.Found> found = new ArrayList<>();
  private final AtomicInteger uploads = new AtomicInteger();
  private final Histogram duration;
  private final UploadWait wait;
  private FileUpload current;
  private long startedNanos;
  private ReadCounts read = ReadCounts.NONE;
  private long spooled;
  private long schemasDue;
  private long alreadyDelivered;
  private long newestDelivered = Long.MIN_VALUE;

  /**
   * @param subtasks how many writers there are
   */
  StorageWriter(StorageSettings settings, PolicyMatrix policy, MetricGroup metrics, int subtasks)
      throws IOException {
    this.deciders = new Deciders(policy, new PolicyMetrics(metrics)).all(EventType.STORAGE_WRITE);
    this.bucket = new BucketFiles(settings);
    this.layout = settings.layout();
    // elsewhere the end of a small upload is one rename, which state would only make dearer
    long inlineBytes = bucket.isObjectStore() ? settings.inlineBytes() : 0;
    this.budget = new InlineBudget(inlineBytes, StorageSettings.INLINE_TOTAL, subtasks);
    this.threads =
        Executors.newFixedThreadPool(
            settings.uploadThreads(), new ExecutorThreadFactory("spillway-upload"));
    this.target =
        new FileUpload.Target(
            bucket.fileSystem().createRecoverableWriter(),
            threads,
            new InFlight(settings.inFlightBytes()),
            budget,
            bucket.calls());
    this.wait = new UploadWait(bucket.root(), LINE_MS, line -> LOG.warn("{}", line));
    MetricGroup group = metrics.addGroup(MetricNames.GROUP);
    bucket.calls().register(group);
    group.gauge(MetricNames.UPLOADS_IN_FLIGHT, uploads::get);
    duration = group.histogram(MetricNames.FLUSH_DURATION, new SecondsHistogram(WINDOW));
  }

  @Override
  public void write(StorageCommand command, Context context)
      throws IOException, InterruptedException {
    if (command instanceof StorageCommand.Part part) {
      if (current == null) {
        startedNanos = System.nanoTime();
        current = new FileUpload(part.file(), bucket.at(layout.path(part.file())), target);
      }
      current.append(part.bytes(), part.offset(), part.length());
    } else if (command instanceof StorageCommand.Seal seal) {
      closing.add(timed(current.close(seal.file())));
      current = null;
    } else if (command instanceof StorageCommand.WriteSchema schema) {
      schemas.add(new Written.Schema(schema));
    } else if (command instanceof StorageCommand.AlreadyDelivered rows) {
      alreadyDelivered += rows.rows();
      newestDelivered = Math.max(newestDelivered, rows.newestCommitTs());
    } else if (command instanceof StorageCommand.Found file) {
      found.add(new Written.Found(file.newest()));
    } else if (command instanceof StorageCommand.Counted counted) {
      read = read.plus(counted.read());
      spooled += counted.spooled();
    } else if (command instanceof StorageCommand.SchemasDue due) {
      schemasDue += due.files();
    } else if (command instanceof StorageCommand.Barrier barrier) {
      budget.barrier(barrier.checkpointId(), barrier.completedId());
    } else {
      throw new IllegalArgumentException("unknown: " + command);
    }
  }

  private CompletableFuture<Written.Data> timed(CompletableFuture<Written.Data> upload) {
    uploads.incrementAndGet();
    long started = startedNanos;
    return upload.whenComplete(
        (written, failure) -> {
          uploads.decrementAndGet();
          synchronized (duration) {
            duration.update((System.nanoTime() - started) / 1_000_000);
          }
        });
  }

  @Override
  public void flush(boolean endOfInput) {}

  @Override
  public Collection<Written> prepareCommit() throws IOException, InterruptedException {
    List<Written> ready = new ArrayList<>(schemas);
    wait.begin();
    for (CompletableFuture<Written.Data> file : closing) {
      try {
        ready.add(wait.await(file, uploads));
      } catch (ExecutionException e) {
        // a half written file can't be gone on with: the rows are written again after the restore
        var unused = deciders.get(ErrorKind.ofIo(e)).decide(1, FailureTrait.of(e));
        throw new IOException(
            "a file can't be written to the storage: " + e.getCause().getMessage(),
            ExceptionUtils.stripExecutionException(e));
      }
    }
    if (spooled > 0 || !read.equals(ReadCounts.NONE)) {
      ready.add(new Written.Counted(read, spooled));
    }
    read = ReadCounts.NONE;
    spooled = 0;
    ready.addAll(found);
    if (schemasDue > 0) {
      ready.add(new Written.SchemasDue(schemasDue));
    }
    schemasDue = 0;
    if (alreadyDelivered > 0) {
      ready.add(new Written.AlreadyDelivered(alreadyDelivered, newestDelivered));
    }
    alreadyDelivered = 0;
    newestDelivered = Long.MIN_VALUE;
    schemas.clear();
    found.clear();
    closing.clear();
    return ready;
  }

  @Override
  public void close() {
    if (current != null) {
      current.abandon();
    }
    threads.shutdownNow();
  }
}
