package io.spillway.bench.paced;

import io.spillway.bench.FlinkFiles;
import io.spillway.event.Row;
import io.spillway.tools.run.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;

/** One paced job from start to end. */
public final class PacedRun {
  /** Rows of this long at the start aren't measured: classes are loaded, code is compiled. */
  private static final long WARM_UP_MS = 10_000;

  private static final int LOOK_MS = 500;

  private final PacedSettings settings;

  public PacedRun(PacedSettings settings) {
    this.settings = settings;
  }

  /**
   * What came out.
   *
   * @param rows that are readable
   * @param files data files
   * @param medianBytes the lower median of their sizes
   * @param puts writes that the storage was asked for
   * @param gets files read
   * @param looks looks at single files, and listings
   * @param refused calls in an outage
   * @param latencies of rows from their time to their commit, in ms; P50, P95, P99
   * @param measured rows that those are of
   * @param recoveryMs from the end of an outage to the next commit; -1 where there was none
   * @param checkpointShare bytes that checkpoints wrote for each byte in data files
   */
  public record Result(
      long rows,
      int files,
      long medianBytes,
      long puts,
      long gets,
      long looks,
      long refused,
      List<Long> latencies,
      int measured,
      long recoveryMs,
      double checkpointShare) {}

  /**
   * Runs the stages of the job.
   *
   * @param putMs time of each write of the storage
   * @param outageSeconds for how long the storage is away, from a third of the run on, which is
   *     longer by as much; 0 for never
   */
  public Result spillway(long putMs, int outageSeconds) throws Exception {
    return new PacedRun(settings.withSeconds(settings.seconds() + outageSeconds))
        .run(putMs, outageSeconds, true);
  }

  /** Runs Flink's own file sink behind the same source. */
  public Result fileSink() throws Exception {
    return run(0, 0, false);
  }

  private Result run(long putMs, int outageSeconds, boolean ours) throws Exception {
    Path root = settings.folder().resolve("data").toAbsolutePath();
    FileUtils.deleteDirectory(settings.folder().toFile());
    Files.createDirectories(root);
    int port = FreePort.find();
    StreamExecutionEnvironment env =
        PacedJob.environment(settings, CheckpointStatistics.options(port));
    long startMs = System.currentTimeMillis() + 3000;
    long endMs = startMs + settings.seconds() * 1000L;
    Arrivals arrivals =
        new Arrivals(
            startMs + Math.min(WARM_UP_MS, settings.seconds() * 250L),
            endMs
                - Math.min(
                    settings.flushMs() + settings.checkpointMs(), settings.seconds() * 250L));
    ReadableRows.arrivals = arrivals;
    CountedFiles.begin(putMs);
    SingleOutputStreamOperator<Row> rows = PacedJob.rows(env, settings, startMs);
    if (ours) {
      PacedJob.store(rows, settings, root);
    } else {
      FlinkFiles.store(
          rows, CountedFiles.SCHEME + "://" + root, settings.flushMs(), settings.fileBytes());
    }
    JobClient job = env.executeAsync("bench");
    if (outageSeconds > 0) {
      outage(outageSeconds, startMs + (settings.seconds() - outageSeconds) * 1000L / 3, arrivals);
    }
    long written = awaitEnd(job, new CheckpointStatistics(port, job.getJobID()));
    Result result = result(root, arrivals, written);
    FileUtils.deleteDirectory(settings.folder().toFile());
    return result;
  }

  /** Gives the bytes that its checkpoints wrote, but for those of its last moment. */
  private static long awaitEnd(JobClient job, CheckpointStatistics checkpoints) throws Exception {
    long written = 0;
    while (true) {
      try {
        job.getJobExecutionResult().get(LOOK_MS, TimeUnit.MILLISECONDS);
        return written;
      } catch (TimeoutException running) {
        try {
          written = Math.max(written, checkpoints.writtenBytes());
        } catch (IOException ending) {
          // it has just ended, or hasn't quite begun
        }
      }
    }
  }

  private static void outage(int seconds, long fromMs, Arrivals arrivals)
      throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(Math.max(0, fromMs - System.currentTimeMillis()));
    CountedFiles.away(true);
    TimeUnit.SECONDS.sleep(seconds);
    CountedFiles.away(false);
    arrivals.backAt(System.currentTimeMillis());
  }

  private static Result result(Path root, Arrivals arrivals, long checkpointBytes)
      throws IOException {
    long[] sizes;
    try (Stream<Path> tree = Files.walk(root)) {
      sizes = tree.filter(PacedRun::isData).mapToLong(f -> f.toFile().length()).sorted().toArray();
    }
    return new Result(
        rows(root),
        sizes.length,
        sizes.length == 0 ? 0 : sizes[(sizes.length - 1) / 2],
        CountedFiles.PUTS.get(),
        CountedFiles.GETS.get(),
        CountedFiles.LOOKS.get(),
        CountedFiles.REFUSED.get(),
        Arrays.asList(arrivals.quantile(0.5), arrivals.quantile(0.95), arrivals.quantile(0.99)),
        arrivals.measured(),
        arrivals.recoveryMs(),
        (double) checkpointBytes / Math.max(1, Arrays.stream(sizes).sum()));
  }

  private static long rows(Path root) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(root)) {
      files = tree.filter(PacedRun::isData).toList();
    }
    long rows = 0;
    for (Path file : files) {
      try (Stream<String> lines = Files.lines(file)) {
        rows += lines.count();
      }
    }
    return rows;
  }

  private static boolean isData(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("part-") || (name.startsWith("CDC") && name.endsWith(".json"));
  }
}
