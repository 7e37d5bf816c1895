package io.spillway.metrics;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * What the process's log queue tells of itself, as metrics. The queue belongs to Log4j, which the
 * cluster loads, and the job is loaded by another class loader: they meet at the JVM's own
 * registry.
 */
public final class LogGauges {
  /** Where the queue registers itself; the attributes are those below. */
  public static final String QUEUES = "io.spillway.logging:type=BoundedQueue,*";

  public static final String EMITS = "Emits";
  public static final String DROPPED = "Dropped";
  public static final String LAG = "QueueLag";
  public static final String BATCH = "BatchSize";

  private LogGauges() {}

  /** Registers all four; they show 0 where no such queue is configured. */
  public static void register(MetricGroup group) {
    group.gauge(MetricNames.LOG_EMITS, (Gauge<Long>) () -> sum(EMITS));
    group.gauge(MetricNames.LOG_DROPPED, (Gauge<Long>) () -> sum(DROPPED));
    group.gauge(MetricNames.LOG_QUEUE_LAG, (Gauge<Long>) () -> sum(LAG));
    group.gauge(MetricNames.LOG_BATCH_SIZE, (Gauge<Long>) () -> sum(BATCH));
  }

  private static long sum(String attribute) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    long sum = 0;
    for (ObjectName name : queues(server)) {
      try {
        sum += ((Number) server.getAttribute(name, attribute)).longValue();
      } catch (JMException e) {
        // the logging was configured anew between the two calls
      }
    }
    return sum;
  }

  private static Set<ObjectName> queues(MBeanServer server) {
    try {
      return server.queryNames(new ObjectName(QUEUES), null);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }
}
