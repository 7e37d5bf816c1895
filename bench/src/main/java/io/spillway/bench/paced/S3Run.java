package io.spillway.bench.paced;

import io.spillway.bench.FlinkFiles;
import io.spillway.tools.run.FileSystems;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;

/**
 * A paced job whose output goes through Flink's S3 client, a plugin, to an endpoint that counts
 * requests and takes a set time for each.
 */
public final class S3Run {
  private static final String NAMESPACE = "s3://" + S3Store.BUCKET + "/paced";

  /** From the start of a run to its first row. */
  private static final int START_SECONDS = 3;

  private final PacedSettings settings;
  private final long requestMs;

  /**
   * @param requestMs of each request
   */
  public S3Run(PacedSettings settings, long requestMs) {
    this.settings = settings;
    this.requestMs = requestMs;
  }

  /**
   * What the endpoint was asked.
   *
   * @param rows in data files
   * @param files data files
   * @param requests by kind
   * @param dollars of these requests for a million rows
   * @param largest the commit with the most files, the last of these, which has no schema files of
   *     new tables; none of a sink without an index
   * @param lastMs from the time of the last row to the last write
   * @param heapMegabytes the most heap that was in use behind a collection, with the endpoint's own
   *     objects
   */
  public record Result(
      long rows,
      int files,
      Map<String, Long> requests,
      double dollars,
      Commit largest,
      long lastMs,
      long heapMegabytes) {}

  /**
   * A commit as the endpoint saw it.
   *
   * @param files data files
   * @param puts of data and index files
   * @param ms from its number to its metadata
   */
  public record Commit(int files, int puts, long ms) {
    static final Commit NONE = new Commit(0, 0, -1);
  }

  /** The stages of the job. */
  public Result spillway(long inlineBytes) throws Exception {
    return run(rows -> PacedJob.store(rows, settings, NAMESPACE, inlineBytes, plans -> {}));
  }

  /** Flink's own file sink behind the same source. */
  public Result fileSink() throws Exception {
    return run(rows -> FlinkFiles.store(rows, NAMESPACE, settings.flushMs(), settings.fileBytes()));
  }

  private Result run(PacedJob.Output output) throws Exception {
    FileUtils.deleteDirectory(settings.folder().toFile());
    try (S3Store store = new S3Store(requestMs);
        LiveHeap heap = new LiveHeap()) {
      Map<String, String> client =
          Map.of(
              "s3.endpoint", store.url(),
              "s3.path.style.access", "true",
              "s3.access-key", "bench",
              "s3.secret-key", "bench",
              "s3.region", "us-east-1");
      FileSystems.initialize(client);
      Configuration options = new Configuration();
      client.forEach(options::setString);
      StreamExecutionEnvironment env = PacedJob.environment(settings, options);
      long startNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
      output.attach(
          PacedJob.rows(env, settings, System.currentTimeMillis() + START_SECONDS * 1000));
      env.execute("bench");
      long endNanos = startNanos + TimeUnit.SECONDS.toNanos(settings.seconds());
      Result result = result(store, endNanos, heap.mostMegabytes());
      FileUtils.deleteDirectory(settings.folder().toFile());
      return result;
    }
  }

  private static Result result(S3Store store, long endNanos, long heapMegabytes) {
    long rows = 0;
    int files = 0;
    for (Map.Entry<String, byte[]> object : store.objects("paced/").entrySet()) {
      if (isData(object.getKey())) {
        files++;
        for (byte b : object.getValue()) {
          rows += b == '\n' ? 1 : 0;
        }
      }
    }
    List<S3Store.Asked> asked = store.asked();
    Map<S3Store.Kind, Long> counts = new EnumMap<>(S3Store.Kind.class);
    for (S3Store.Kind kind : S3Store.Kind.values()) {
      counts.put(kind, 0L);
    }
    double dollars = 0;
    for (S3Store.Asked request : asked) {
      counts.merge(request.kind(), 1L, Long::sum);
      dollars += request.kind().price() / 1000;
    }
    Map<String, Long> requests = new LinkedHashMap<>();
    counts.forEach((kind, count) -> requests.put(kind.name().toLowerCase(Locale.ROOT), count));
    return new Result(
        rows,
        files,
        requests,
        dollars * 1e6 / Math.max(1, rows),
        largest(asked),
        TimeUnit.NANOSECONDS.toMillis(lastWrite(asked) - endNanos),
        heapMegabytes);
  }

  private static long lastWrite(List<S3Store.Asked> asked) {
    return asked.stream()
        .filter(request -> isWrite(request.kind()))
        .mapToLong(S3Store.Asked::nanos)
        .max()
        .orElseThrow();
  }

  private static boolean isWrite(S3Store.Kind kind) {
    return kind == S3Store.Kind.PUT || kind == S3Store.Kind.COMPLETE_UPLOAD;
  }

  private static boolean isData(String key) {
    String name = key.substring(key.lastIndexOf('/') + 1);
    return name.startsWith("part-") || (name.startsWith("CDC") && name.endsWith(".json"));
  }

  private static Commit largest(List<S3Store.Asked> asked) {
    Commit largest = Commit.NONE;
    long began = 0;
    int files = 0;
    int puts = 0;
    for (S3Store.Asked request : asked) {
      if (!isWrite(request.kind())) {
        continue;
      }
      if (request.key().contains("/last-plan.")) {
        began = request.nanos();
        files = 0;
        puts = 0;
      } else if (request.key().endsWith("paced/metadata")) {
        long ms = TimeUnit.NANOSECONDS.toMillis(request.nanos() - began);
        largest = files >= largest.files() ? new Commit(files, puts, ms) : largest;
      } else {
        puts++;
        files += isData(request.key()) ? 1 : 0;
      }
    }
    return largest;
  }
}
