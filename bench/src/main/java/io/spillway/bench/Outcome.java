package io.spillway.bench;

import java.util.Locale;

/**
 * One run of one contender.
 *
 * @param cpuNanos CPU time of the whole process meanwhile: says more than the clock does where the
 *     machine has other work
 * @param inputBytes bytes that it read
 * @param files data files that it wrote
 * @param fileBytes their sizes together
 * @param medianFileBytes the lower median of their sizes
 * @param load the machine's load average of the last minute, at the end of the run; below 0 where
 *     it is not known
 */
record Outcome(
    String contender,
    int run,
    long nanos,
    long cpuNanos,
    long inputBytes,
    long files,
    long fileBytes,
    long medianFileBytes,
    double load) {
  private static final double MEGA = 1e6;

  double megabytesPerSecond() {
    return inputBytes / MEGA / (nanos / 1e9);
  }

  /** Bytes read for each second of CPU time. */
  double megabytesPerCpuSecond() {
    return inputBytes / MEGA / (cpuNanos / 1e9);
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-12s  run %d  %7.2f s  %7.2f s of CPU  %7.1f MB/s  %,7d files  p50 %,11d bytes  load %.1f",
        contender,
        run,
        nanos / 1e9,
        cpuNanos / 1e9,
        megabytesPerSecond(),
        files,
        medianFileBytes,
        load);
  }

  static String csvHeader() {
    return "contender,dispatchers,rows,row_bytes,parallelism,spool_mb,run,seconds,cpu_seconds,input_bytes,mb_per_s,files,"
        + "file_bytes,p50_file_bytes,load";
  }

  String csv(BenchSettings settings) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%d,%d,%d,%d,%d,%.3f,%.3f,%d,%.1f,%d,%d,%d,%.2f",
        contender,
        settings.dispatchers(),
        settings.rows(),
        settings.rowBytes(),
        settings.parallelism(),
        settings.spoolMegabytes(),
        run,
        nanos / 1e9,
        cpuNanos / 1e9,
        inputBytes,
        megabytesPerSecond(),
        files,
        fileBytes,
        medianFileBytes,
        load);
  }
}
