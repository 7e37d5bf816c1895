package io.spillway.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.bench.report.BenchReport;
import io.spillway.bench.report.Machine;
import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.Topology;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;

/**
 * What one table's trouble, or the engine's, costs the other tables and storage. Each run with it
 * stands beside one without, over the same rows and in turn.
 */
final class SearchBench {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One of those that the sample makes; all have the same share. */
  private static final String TABLE = "payments_0";

  /** So short that an index without a shard is met more often than once in a run. */
  private static final int REQUEST_TIMEOUT_MS = 3_000;

  private static final List<String> COLUMNS =
      List.of(
          "trouble",
          "pair",
          "rows_per_s",
          "storage_s_without",
          "storage_s_with",
          "cpu_s_without",
          "cpu_s_with",
          "others_s_without",
          "others_s_with",
          "recovery_s",
          "storage_ratio",
          "others_ratio");

  private final BenchSettings settings;
  private final int rowsPerSecond;
  private final PrintWriter out;

  /**
   * One run.
   *
   * @param storageSeconds from the job's first file on until storage has every row
   * @param cpuSeconds of this process in that time, engine included
   * @param othersSeconds until every document of the tables without trouble is stored
   * @param recoverySeconds from the end of an outage on, until every document is stored
   */
  private record Timed(
      double storageSeconds,
      double cpuSeconds,
      double othersSeconds,
      double recoverySeconds,
      long others,
      long all) {}

  /**
   * @param settings with {@code runs} pairs for each trouble
   * @param rowsPerSecond that the source has; 0 for as many as the job takes
   * @param out where the results go
   */
  SearchBench(BenchSettings settings, int rowsPerSecond, PrintWriter out) {
    this.settings = settings;
    this.rowsPerSecond = rowsPerSecond;
    this.out = out;
  }

  /** Measures; ends with an error where a document is missing. */
  BenchReport run(List<SearchTrouble> troubles) throws Exception {
    BenchReport report = new BenchReport("search", Machine.here(), COLUMNS);
    BenchInput input = BenchInput.of(settings, settings.rows());
    measure(SearchTrouble.NONE, input);
    for (SearchTrouble trouble : troubles) {
      List<Timed> with = new ArrayList<>();
      List<Timed> without = new ArrayList<>();
      for (int pair = 1; pair <= settings.runs(); pair++) {
        // whatever changes from run to run does as much for one as for the other
        boolean isFirst = pair % 2 == 0;
        if (isFirst) {
          with.add(measure(trouble, input));
        }
        without.add(measure(SearchTrouble.NONE, input));
        if (!isFirst) {
          with.add(measure(trouble, input));
        }
        add(report, trouble, pair, without.get(pair - 1), with.get(pair - 1));
      }
      printMedians(trouble, without, with);
    }
    return report;
  }

  private void add(BenchReport report, SearchTrouble trouble, int pair, Timed without, Timed with) {
    if (with.others() != without.others() || trouble.isOutage() && with.all() != without.all()) {
      throw new IllegalStateException(
          trouble.word() + ": documents are missing, " + with + " instead of " + without);
    }
    report.add(
        trouble.word(),
        pair,
        rowsPerSecond,
        without.storageSeconds(),
        with.storageSeconds(),
        without.cpuSeconds(),
        with.cpuSeconds(),
        without.othersSeconds(),
        with.othersSeconds(),
        with.recoverySeconds(),
        without.storageSeconds() / with.storageSeconds(),
        without.othersSeconds() / with.othersSeconds());
    print(trouble, pair, without, with);
  }

  private void print(SearchTrouble trouble, int pair, Timed without, Timed with) {
    out.printf(
        Locale.ROOT,
        "%-12s pair %d: storage %.1f s, %.1f s without; ",
        trouble.word(),
        pair,
        with.storageSeconds(),
        without.storageSeconds());
    if (trouble.isOutage()) {
      out.printf(Locale.ROOT, "every document stored %.1f s after it%n", with.recoverySeconds());
    } else {
      out.printf(
          Locale.ROOT,
          "other tables %.1f s, %.1f s without%n",
          with.othersSeconds(),
          without.othersSeconds());
    }
    out.flush();
  }

  private void printMedians(SearchTrouble trouble, List<Timed> without, List<Timed> with) {
    out.printf(
        Locale.ROOT,
        "%-12s storage has %.3f of its rate without, and %.3f of its rows per CPU second",
        trouble.word(),
        median(without, Timed::storageSeconds) / median(with, Timed::storageSeconds),
        median(without, Timed::cpuSeconds) / median(with, Timed::cpuSeconds));
    if (!trouble.isOutage()) {
      out.printf(
          Locale.ROOT,
          "; other tables have %.3f of theirs",
          median(without, Timed::othersSeconds) / median(with, Timed::othersSeconds));
    }
    out.printf(" (medians of %d pairs)%n", settings.runs());
    out.flush();
  }

  private static double median(List<Timed> runs, Function<Timed, Double> value) {
    double[] sorted = runs.stream().mapToDouble(value::apply).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private Timed measure(SearchTrouble trouble, BenchInput input) throws Exception {
    Path output = settings.folder().resolve("spillway-bench-output");
    FileUtils.deleteDirectory(output.toFile());
    Path rows = trouble == SearchTrouble.KEYLESS ? withoutKey(input) : input.folder();
    System.gc();
    try (SearchModel engine = new SearchModel(trouble, TABLE, REQUEST_TIMEOUT_MS / 3)) {
      PipelineConfig config = config(source(rows, input), output, engine.url());
      StorageWatch watch =
          new StorageWatch(Path.of(config.storage().orElseThrow().path()), lastCommitTs(input));
      Thread thread = new Thread(() -> watch.follow(trouble.isOutage(), engine), "watch");
      thread.start();
      try {
        BenchPipeline.execute(config, (env, c) -> new Topology(c).build(env));
      } finally {
        thread.interrupt();
        thread.join();
      }
      watch.checkComplete();
      return new Timed(
          seconds(watch.endNanos() - watch.beginNanos()),
          seconds(watch.cpuNanos()),
          seconds(engine.lastOfOthers() - watch.beginNanos()),
          trouble.isOutage() ? seconds(engine.lastOfOthers() - watch.endNanos()) : 0,
          engine.others(),
          engine.all());
    } finally {
      FileUtils.deleteDirectory(output.toFile());
    }
  }

  private String source(Path rows, BenchInput input) {
    return rowsPerSecond == 0
        ? rows.toAbsolutePath().toString()
        : PacedFiles.uri(rows, (double) input.bytes() / settings.rows() * rowsPerSecond);
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** Of the last row: at the end of the input, progress goes no further. */
  private static long lastCommitTs(BenchInput input) throws IOException {
    long resolved = 0;
    for (Path file : input.files()) {
      JsonNode line = JSON.readTree(lastLine(file));
      resolved = Math.max(resolved, line.at("/_tidb/watermarkTs").asLong());
    }
    return resolved - 1;
  }

  private static String lastLine(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.reduce("", (before, line) -> line);
    }
  }

  /** The same rows, where one table has no key. */
  private static Path withoutKey(BenchInput input) throws IOException {
    Path folder = input.folder().resolveSibling(input.folder().getFileName() + "-keyless");
    Path complete = folder.resolve("_complete");
    if (Files.exists(complete)) {
      return folder;
    }
    Files.createDirectories(folder);
    String head = "\"table\":\"" + TABLE + "\",\"pkNames\":";
    for (Path file : input.files()) {
      try (Stream<String> lines = Files.lines(file);
          BufferedWriter writer = Files.newBufferedWriter(folder.resolve(file.getFileName()))) {
        for (String line : (Iterable<String>) lines::iterator) {
          writer.write(line.replace(head + "[\"id\"]", head + "null"));
          writer.write('\n');
        }
      }
    }
    Files.write(complete, new byte[0]);
    return folder;
  }

  private PipelineConfig config(String input, Path output, String engine)
      throws IOException, InvalidPipelineException {
    String search =
        "elasticsearch: {hosts: ['%s'], at-end: {index-wait: 1 s}, bulk: {request-timeout: %s ms}}"
            .formatted(engine, REQUEST_TIMEOUT_MS);
    return BenchPipeline.config(settings, input, output, "flush-interval: 1 s", search);
  }
}
