package io.spillway.job.logging;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.util.Strings;

/**
 * Hands log events over to its appenders in a thread of its own. Whoever logs never waits: when the
 * queue is full the event is dropped and counted. What it counts it tells at the JVM's registry,
 * where the job's metrics look for it. On a cluster this class belongs to Log4j, not to the job, so
 * it uses nothing of either Flink or the job.
 */
@Plugin(
    name = "BoundedQueue",
    category = Core.CATEGORY_NAME,
    elementType = Appender.ELEMENT_TYPE,
    printObject = true)
public final class BoundedQueueAppender extends AbstractAppender implements BoundedQueueMBean {
  private static final long WAIT_MS = 100;

  /** A configuration that is replaced is given no time by Log4j. */
  private static final long LEAST_DRAIN_MS = 5000;

  private final ArrayBlockingQueue<LogEvent> queue;
  private final int batchSize;
  private final AppenderRef[] references;
  private final Configuration configuration;
  private final List<AppenderControl> targets = new ArrayList<>();
  private final LongAdder dropped = new LongAdder();
  private final QueueRegistration registration;
  private volatile long emitted;
  private volatile int lastBatch;
  private volatile boolean stopping;
  private Thread worker;

  private BoundedQueueAppender(
      String name, Filter filter, Capacity capacity, AppenderRef[] refs, Configuration config) {
    super(name, filter, null, true, Property.EMPTY_ARRAY);
    this.queue = new ArrayBlockingQueue<>(capacity.queue());
    this.batchSize = capacity.batch();
    this.references = refs;
    this.configuration = config;
    this.registration = new QueueRegistration(name);
  }

  private record Capacity(int queue, int batch) {}

  /**
   * Made by Log4j.
   *
   * @param queueSize events that may wait
   * @param batchSize events that are written before the appenders flush
   */
  @PluginFactory
  public static BoundedQueueAppender create(
      @PluginAttribute("name") String name,
      @PluginAttribute(value = "queueSize", defaultInt = 20_000) int queueSize,
      @PluginAttribute(value = "batchSize", defaultInt = 500) int batchSize,
      @PluginElement("Filter") Filter filter,
      @PluginElement("AppenderRef") AppenderRef[] references,
      @PluginConfiguration Configuration configuration) {
    if (Strings.isBlank(name) || references == null || references.length == 0) {
      LOGGER.error("a BoundedQueue needs a name and at least one AppenderRef");
      return null;
    }
    Capacity capacity = new Capacity(Math.max(1, queueSize), Math.max(1, batchSize));
    return new BoundedQueueAppender(name, filter, capacity, references, configuration);
  }

  @Override
  public void start() {
    for (AppenderRef reference : references) {
      Appender appender = configuration.getAppender(reference.getRef());
      if (appender == null) {
        LOGGER.error("no appender {} for the queue {}", reference.getRef(), getName());
      } else {
        targets.add(new AppenderControl(appender, reference.getLevel(), reference.getFilter()));
      }
    }
    worker = new Thread(this::work, "spillway-log-" + getName());
    worker.setDaemon(true);
    worker.start();
    registration.register(this);
    configuration.getRootLogger().addFilter(new FirstToStop());
    super.start();
  }

  /**
   * Log4j stops appenders in no particular order, but the filters of loggers before any of them:
   * what is queued must be written while those that write it still run.
   */
  private final class FirstToStop extends AbstractFilter {
    @Override
    public boolean stop(long timeout, TimeUnit unit) {
      return BoundedQueueAppender.this.stop(timeout, unit) && super.stop(timeout, unit);
    }
  }

  @Override
  public void append(LogEvent event) {
    if (Thread.currentThread() == worker) {
      // an appender that logs would fill the queue that it empties
      return;
    }
    if (stopping || !queue.offer(event.toImmutable())) {
      dropped.increment();
    }
  }

  private void work() {
    List<LogEvent> batch = new ArrayList<>(batchSize);
    while (!stopping || !queue.isEmpty()) {
      try {
        LogEvent first = queue.poll(WAIT_MS, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        batch.add(first);
        queue.drainTo(batch, batchSize - 1);
        write(batch);
      } catch (InterruptedException e) {
        // only ever by whoever wants this thread gone; what waits is counted as dropped
        dropped.add(queue.drainTo(new ArrayList<>()));
        return;
      } finally {
        batch.clear();
      }
    }
  }

  private void write(List<LogEvent> batch) {
    for (int i = 0; i < batch.size(); i++) {
      LogEvent event = batch.get(i);
      event.setEndOfBatch(i == batch.size() - 1);
      for (AppenderControl target : targets) {
        try {
          target.callAppender(event);
        } catch (RuntimeException e) {
          // AppenderControl throws where an appender does not ignore exceptions
          LOGGER.warn("{} can't write a log event", target.getAppenderName(), e);
        }
      }
    }
    lastBatch = batch.size();
    // only this thread writes it
    emitted = emitted + batch.size();
  }

  /** Waits for what is queued, up to the time given or some seconds, and gives up the rest. */
  @Override
  public boolean stop(long timeout, TimeUnit unit) {
    if (stopping) {
      return true;
    }
    setStopping();
    stopping = true;
    try {
      worker.join(Math.max(LEAST_DRAIN_MS, unit.toMillis(timeout)));
      if (worker.isAlive()) {
        worker.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    registration.unregister();
    setStopped();
    return true;
  }

  @Override
  public long getEmits() {
    return emitted;
  }

  @Override
  public long getDropped() {
    return dropped.sum();
  }

  @Override
  public int getQueueLag() {
    return queue.size();
  }

  @Override
  public int getBatchSize() {
    return lastBatch;
  }
}
