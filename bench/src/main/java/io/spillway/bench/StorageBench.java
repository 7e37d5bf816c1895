package io.spillway.bench;

import com.sun.management.OperatingSystemMXBean;
import io.spillway.encode.Compression;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;

/**
 * The job against plain Flink jobs and a bare JSON scan, in one process and over the same bytes, in
 * turn, so that a machine that is busy for a while is busy for all of them.
 */
public final class StorageBench {
  private static final int WARM_UP_SHARE = 2;
  private static final OperatingSystemMXBean MACHINE =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final BenchSettings settings;
  private final PrintWriter out;
  private final List<Contender> contenders;

  /**
   * @param only names of the contenders; empty for all that write what the others write
   * @param out where the results go
   * @throws IllegalArgumentException for a name that none of them has
   */
  public StorageBench(BenchSettings settings, List<String> only, PrintWriter out) {
    this.settings = settings;
    this.out = out;
    List<Contender> usual =
        List.of(
            new SpillwayJob(settings, Compression.NONE, SpillwayJob.JSON),
            new PlainJob(settings),
            new UserJob(settings),
            new FirstStages(settings, true),
            new FirstStages(settings, false),
            new JacksonScan(settings.parallelism()));
    List<Contender> all = new ArrayList<>(usual);
    all.add(new SpillwayJob(settings, Compression.GZIP, SpillwayJob.JSON));
    all.add(new SpillwayJob(settings, Compression.ZSTD, SpillwayJob.JSON));
    all.add(new SpillwayJob(settings, Compression.NONE, "csv"));
    all.add(new SpillwayJob(settings, Compression.NONE, "parquet"));
    all.add(new BulkFormatJob(settings));
    List<String> names = all.stream().map(Contender::name).toList();
    if (!names.containsAll(only)) {
      throw new IllegalArgumentException(only + " are not all of " + names);
    }
    this.contenders =
        only.isEmpty() ? usual : all.stream().filter(c -> only.contains(c.name())).toList();
  }

  /** Measures; gives the lines of a CSV file, the first of which has its names. */
  public List<String> run() throws Exception {
    BenchInput warmUp = BenchInput.of(settings, Math.max(1, settings.rows() / WARM_UP_SHARE));
    BenchInput input = BenchInput.of(settings, settings.rows());
    out.printf(
        Locale.ROOT,
        "%,d rows, %.1f MB, %,d dispatchers, parallelism %d, file size %d KiB, flush interval %d s, "
            + "spool memory %d MiB%n",
        settings.rows(),
        input.bytes() / 1e6,
        settings.dispatchers(),
        settings.parallelism(),
        settings.files().sizeKb(),
        BenchPipeline.FLUSH_SECONDS,
        settings.spoolMegabytes());
    for (Contender contender : contenders) {
      measure(contender, 0, warmUp);
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (int run = 1; run <= settings.runs(); run++) {
      for (Contender contender : contenders) {
        Outcome outcome = measure(contender, run, input);
        outcomes.add(outcome);
        out.println(outcome.line());
        out.flush();
      }
    }
    summary(outcomes);
    List<String> csv = new ArrayList<>(List.of(Outcome.csvHeader()));
    outcomes.forEach(outcome -> csv.add(outcome.csv(settings)));
    return csv;
  }

  private Outcome measure(Contender contender, int run, BenchInput input) throws Exception {
    Path output = settings.folder().resolve("spillway-bench-output");
    FileUtils.deleteDirectory(output.toFile());
    System.gc();
    long cpuBefore = MACHINE.getProcessCpuTime();
    long nanos = contender.run(input, output);
    long cpuNanos = MACHINE.getProcessCpuTime() - cpuBefore;
    double load = MACHINE.getSystemLoadAverage();
    // what else is there Flink may still be deleting
    long[] sizes = sizes(output.resolve(BenchPipeline.DATA), contender);
    FileUtils.deleteDirectory(output.toFile());
    return new Outcome(
        contender.name(),
        run,
        nanos,
        cpuNanos,
        input.bytes(),
        sizes.length,
        Arrays.stream(sizes).sum(),
        sizes.length == 0 ? 0 : sizes[(sizes.length - 1) / 2],
        load);
  }

  private static long[] sizes(Path output, Contender contender) throws IOException {
    if (!Files.exists(output)) {
      return new long[0];
    }
    List<Path> files;
    try (Stream<Path> tree = Files.walk(output)) {
      files = tree.filter(contender::isData).toList();
    }
    long[] sizes = new long[files.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = Files.size(files.get(i));
    }
    Arrays.sort(sizes);
    return sizes;
  }

  private void summary(List<Outcome> outcomes) {
    double[] speeds = medians(outcomes, Outcome::megabytesPerSecond);
    double[] perCpu = medians(outcomes, Outcome::megabytesPerCpuSecond);
    for (int i = 0; i < speeds.length; i++) {
      out.printf(
          Locale.ROOT,
          "%-12s  median %7.1f MB/s  %7.1f MB/s of CPU%n",
          contenders.get(i).name(),
          speeds[i],
          perCpu[i]);
    }
    for (int i = 1; i < speeds.length; i++) {
      out.printf(
          Locale.ROOT,
          "%s / %s  %.2f by the clock, %.2f by CPU time%n",
          contenders.get(0).name(),
          contenders.get(i).name(),
          speeds[0] / speeds[i],
          perCpu[0] / perCpu[i]);
    }
    List<String> alike =
        contenders.stream().filter(Contender::writesRowsAsTheyAre).map(Contender::name).toList();
    long sizes =
        outcomes.stream()
            .filter(outcome -> alike.contains(outcome.contender()) && outcome.fileBytes() > 0)
            .mapToLong(Outcome::fileBytes)
            .distinct()
            .count();
    if (sizes > 1) {
      out.println("WARNING: the jobs have not written the same number of bytes");
    }
    out.flush();
  }

  private double[] medians(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
    return contenders.stream().mapToDouble(c -> median(outcomes, c.name(), value)).toArray();
  }

  private static double median(
      List<Outcome> outcomes, String contender, ToDoubleFunction<Outcome> value) {
    double[] sorted =
        outcomes.stream()
            .filter(outcome -> outcome.contender().equals(contender))
            .mapToDouble(value)
            .sorted()
            .toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
