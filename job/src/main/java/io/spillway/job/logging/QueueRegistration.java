package io.spillway.job.logging;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * A queue's place at the JVM's registry. A configuration that is read anew starts its queues before
 * it stops the old ones, so each has a number of its own.
 */
final class QueueRegistration {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final String name;
  private ObjectName registered;

  QueueRegistration(String name) {
    this.name = name;
  }

  void register(BoundedQueueMBean queue) {
    try {
      ObjectName place =
          new ObjectName(
              "io.spillway.logging:type=BoundedQueue,name="
                  + ObjectName.quote(name)
                  + ",number="
                  + NUMBERS.incrementAndGet());
      server().registerMBean(new StandardMBean(queue, BoundedQueueMBean.class), place);
      registered = place;
    } catch (JMException e) {
      StatusLogger.getLogger().warn("the log queue {} will have no metrics", name, e);
    }
  }

  void unregister() {
    if (registered != null) {
      try {
        server().unregisterMBean(registered);
      } catch (JMException e) {
        StatusLogger.getLogger().debug("the log queue {} was unregistered already", name, e);
      }
      registered = null;
    }
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }
}
