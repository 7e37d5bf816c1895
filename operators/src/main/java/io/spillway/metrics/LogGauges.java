package io.spillway.metrics;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.CountingNoOpAppender;
import org.apache.logging.log4j.core.config.Configuration;

/**
 * Asynchronous appenders of the process's Log4j, as metrics: {@code CountingNoOp} appenders among
 * the outputs of a queue count what is written, and one as its {@code errorRef} what is dropped.
 * Numbers begin anew when the configuration is read anew.
 */
public final class LogGauges {
  private LogGauges() {}

  /** Registers all; they show 0 where the process logs in another way. */
  public static void register(MetricGroup group) {
    // Log4j is the cluster's: its context is that of its own class loader, not of the job's
    register(group, () -> LogManager.getContext(LogManager.class.getClassLoader(), false));
  }

  /**
   * @param logging gives a Log4j context, or anything else where another library does the logging
   */
  public static void register(MetricGroup group, Supplier<?> logging) {
    group.gauge(MetricNames.LOG_EMITS, gauge(logging, LogGauges::written));
    group.gauge(MetricNames.LOG_DROPPED, gauge(logging, LogGauges::dropped));
    group.gauge(MetricNames.LOG_QUEUE_LAG, gauge(logging, LogGauges::waiting));
  }

  private static Gauge<Long> gauge(Supplier<?> logging, ToLongFunction<Configuration> value) {
    return () -> {
      try {
        return logging.get() instanceof LoggerContext context
            ? value.applyAsLong(context.getConfiguration())
            : 0;
      } catch (LinkageError e) {
        // a cluster without Log4j
        return 0L;
      }
    };
  }

  private static List<AsyncAppender> queues(Configuration configuration) {
    Collection<Appender> appenders = configuration.getAppenders().values();
    return appenders.stream()
        .filter(AsyncAppender.class::isInstance)
        .map(AsyncAppender.class::cast)
        .toList();
  }

  private static long written(Configuration configuration) {
    return queues(configuration).stream()
        .flatMap(queue -> queue.getAppenders().stream())
        .mapToLong(LogGauges::count)
        .sum();
  }

  private static long dropped(Configuration configuration) {
    return queues(configuration).stream()
        .map(AsyncAppender::getErrorRef)
        .filter(Objects::nonNull)
        .mapToLong(name -> count(configuration.getAppender(name)))
        .sum();
  }

  private static long waiting(Configuration configuration) {
    return queues(configuration).stream().mapToLong(AsyncAppender::getQueueSize).sum();
  }

  private static long count(Appender appender) {
    return appender instanceof CountingNoOpAppender counter ? counter.getCount() : 0;
  }
}
