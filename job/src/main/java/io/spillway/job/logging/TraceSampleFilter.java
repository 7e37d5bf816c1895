package io.spillway.job.logging;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Lets pass only a share of the lines that belong to traces: all lines of a trace or none, by the
 * last eight digits of its id, which are random by the W3C's rules. Every process that has the same
 * ratio chooses the same traces. Warnings and errors always pass, and so do lines without a trace.
 */
@Plugin(name = "TraceSample", category = Core.CATEGORY_NAME, elementType = Filter.ELEMENT_TYPE)
public final class TraceSampleFilter extends AbstractFilter {
  private static final String KEY = "trace_id";
  private static final int DIGITS = 8;
  private static final double VALUES = 1L << 32;

  private final double ratio;

  private TraceSampleFilter(double ratio) {
    super(Result.NEUTRAL, Result.DENY);
    this.ratio = ratio;
  }

  /**
   * Made by Log4j.
   *
   * @param ratio 0 for no trace, 1 for all
   */
  @PluginFactory
  public static TraceSampleFilter create(
      @PluginAttribute(value = "ratio", defaultDouble = 1) double ratio) {
    return new TraceSampleFilter(ratio);
  }

  @Override
  public Result filter(LogEvent event) {
    String trace = event.getContextData().getValue(KEY);
    boolean passes =
        trace == null || event.getLevel().isMoreSpecificThan(Level.WARN) || sampled(trace, ratio);
    return passes ? getOnMatch() : getOnMismatch();
  }

  /** Whether a trace is of the share. One whose id isn't hexadecimal is. */
  static boolean sampled(String trace, double ratio) {
    try {
      String end = trace.substring(Math.max(0, trace.length() - DIGITS));
      return Long.parseUnsignedLong(end, 16) / VALUES < ratio;
    } catch (NumberFormatException e) {
      return true;
    }
  }
}
