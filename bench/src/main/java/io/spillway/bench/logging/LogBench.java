package io.spillway.bench.logging;

import com.sun.management.OperatingSystemMXBean;
import io.spillway.job.logging.BoundedQueueMBean;
import io.spillway.log.LogScope;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;

/**
 * Several threads log through the configuration of a cluster's processes: its queue, its layout,
 * its file. Nothing is left out but Flink.
 */
public final class LogBench {
  private static final long SLICE_NANOS = 1_000_000;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final String FILE = "log.file";
  private static final long DRAIN_SECONDS = 60;

  private final Path configuration;
  private final Path folder;

  /**
   * @param configuration {@code log4j.properties}, with {@code log-layout.json} beside it
   * @param folder where the log goes; what is in it may be overwritten
   */
  public LogBench(Path configuration, Path folder) {
    this.configuration = configuration;
    this.folder = folder;
  }

  /**
   * What came of a load.
   *
   * @param offered log calls
   * @param maxLag the most events that waited, looked at each few ms
   * @param seconds in which they were offered
   * @param cpuSeconds of the whole process: says more than the clock on a busy machine
   * @param drainedSeconds until all that was not dropped was written
   */
  public record Result(
      long offered,
      long written,
      long dropped,
      int maxLag,
      double seconds,
      double drainedSeconds,
      double cpuSeconds,
      long fileBytes) {
    /** Dropped of offered, 0..1. */
    public double dropRate() {
      return offered == 0 ? 0 : (double) dropped / offered;
    }

    /** CPU time of one line, from the call to the file, in microseconds. */
    public double cpuMicrosPerLine() {
      return written == 0 ? 0 : cpuSeconds * 1e6 / written;
    }

    public double offeredPerSecond() {
      return offered / seconds;
    }

    public double writtenPerSecond() {
      return written / drainedSeconds;
    }
  }

  /**
   * Offers a load.
   *
   * @param total log calls
   * @param perSecond of all threads together; 0 for as fast as they can
   */
  public Result run(int threads, long total, long perSecond)
      throws IOException, InterruptedException, ExecutionException {
    Files.createDirectories(folder);
    Path file = folder.resolve("bench.log");
    String before = System.getProperty(FILE);
    System.setProperty(FILE, file.toAbsolutePath().toString());
    LoggerContext context = new LoggerContext("bench", null, configuration.toUri());
    try (InputStream in = Files.newInputStream(configuration)) {
      Configuration parsed =
          new PropertiesConfigurationFactory()
              .getConfiguration(context, new ConfigurationSource(in, configuration.toFile()));
      context.start(parsed);
      return measure(context, file, new Load(threads, total, perSecond));
    } finally {
      context.stop(DRAIN_SECONDS, TimeUnit.SECONDS);
      if (before == null) {
        System.clearProperty(FILE);
      } else {
        System.setProperty(FILE, before);
      }
      for (int i = 0; i <= 10; i++) {
        Files.deleteIfExists(i == 0 ? file : folder.resolve("bench.log." + i));
      }
    }
  }

  private record Load(int threads, long total, long perSecond) {}

  private static Result measure(LoggerContext context, Path file, Load load)
      throws InterruptedException, ExecutionException, IOException {
    BoundedQueueMBean queue = context.getConfiguration().getAppender("queue");
    Logger logger = context.getLogger("io.spillway.spool.flush");
    ExecutorService pool = Executors.newFixedThreadPool(load.threads());
    long begin = System.nanoTime();
    long cpuBegin = PROCESS.getProcessCpuTime();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < load.threads(); i++) {
      long share = load.total() / load.threads();
      double nanosEach =
          load.perSecond() == 0 ? 0 : 1e9 * load.threads() / (double) load.perSecond();
      running.add(pool.submit(() -> log(logger, share, nanosEach)));
    }
    pool.shutdown();
    int maxLag = 0;
    while (!pool.awaitTermination(3, TimeUnit.MILLISECONDS)) {
      maxLag = Math.max(maxLag, queue.getQueueLag());
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    for (Future<?> thread : running) {
      thread.get();
    }
    maxLag = Math.max(maxLag, queue.getQueueLag());
    long offered = load.total() / load.threads() * load.threads();
    context.stop(DRAIN_SECONDS, TimeUnit.SECONDS);
    double drained = (System.nanoTime() - begin) / 1e9;
    return new Result(
        offered,
        queue.getEmits(),
        queue.getDropped(),
        maxLag,
        seconds,
        drained,
        (PROCESS.getProcessCpuTime() - cpuBegin) / 1e9,
        Files.size(file));
  }

  private static void log(Logger logger, long count, double nanosEach) {
    long begin = System.nanoTime();
    for (long i = 0; i < count; i++) {
      if (nanosEach > 0) {
        long early = begin + (long) (i * nanosEach) - System.nanoTime();
        if (early > SLICE_NANOS) {
          LockSupport.parkNanos(early);
        }
      }
      try (LogScope scope = LogScope.of("file", "flush").task("shop.orders")) {
        logger.info(
            "sealed shop/orders/4/CDC{}.json of shop.orders: reason={} fileBytes={} rows={}"
                + " fileSizeTarget={} flushInterval={} spoolBytes={} timeSinceLastFlush={}",
            i,
            "interval",
            4_711_000 + i,
            9_000 + i,
            67_108_864,
            5000,
            104_857_600,
            5003);
      }
    }
  }
}
