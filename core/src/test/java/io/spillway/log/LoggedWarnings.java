package io.spillway.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** The warnings and errors that one class logs, in any thread. */
public final class LoggedWarnings extends AbstractAppender implements AutoCloseable {
  private final Logger logger;
  private final Level before;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public LoggedWarnings(Class<?> of) {
    this(of.getName());
  }

  /** Of a class that can't be named here. */
  public LoggedWarnings(String of) {
    super("warnings", null, null, false, Property.EMPTY_ARRAY);
    logger = (Logger) LogManager.getLogger(of);
    before = logger.getLevel();
    Configurator.setLevel(logger.getName(), Level.WARN);
    start();
    logger.addAppender(this);
  }

  @Override
  public void append(LogEvent event) {
    lines.add(event.getMessage().getFormattedMessage());
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    Configurator.setLevel(logger.getName(), before);
    stop();
  }
}
