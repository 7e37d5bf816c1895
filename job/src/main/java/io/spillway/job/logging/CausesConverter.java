package io.spillway.job.logging;

import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;

/**
 * {@code %causes}: an exception without its stack traces, and each of its causes that says
 * something new in a line of its own. The reason is often the last: that a disk is full is four
 * exceptions below "could not finalize the checkpoint". Flink's word for a failure that no restart
 * mends is left out.
 */
@Plugin(name = "causes", category = PatternConverter.CATEGORY)
@ConverterKeys("causes")
public final class CausesConverter extends LogEventPatternConverter {
  private static final int DEEPEST = 20;

  private CausesConverter() {
    super("causes", "causes");
  }

  /** Made by Log4j; there are no options. */
  public static CausesConverter newInstance(String[] options) {
    if (options.length > 0) {
      LOGGER.error("%causes has no options");
      return null;
    }
    return new CausesConverter();
  }

  @Override
  public boolean handlesThrowable() {
    return true;
  }

  @Override
  public void format(LogEvent event, StringBuilder output) {
    String said = "";
    Throwable thrown = event.getThrown();
    for (int depth = 0; thrown != null && depth < DEEPEST; depth++, thrown = thrown.getCause()) {
      String text = thrown.toString();
      String message = thrown.getMessage() == null ? text : thrown.getMessage();
      boolean saysNothing = thrown instanceof SuppressRestartsException;
      if (!said.contains(message) && !saysNothing) {
        output.append(said.isEmpty() ? "" : "\nbecause of ").append(text);
        said = text;
      }
    }
  }
}
