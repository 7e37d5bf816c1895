package io.spillway.job.logging;

import java.util.List;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.core.pattern.PatternParser;

/**
 * {@code %visible{pattern}}: what the pattern gives, on one line, without secrets and control
 * characters; {@code %visible{pattern}{indent}} keeps its lines and indents all but the first. So
 * nothing that came in with a stream can pass for a line of the log.
 */
@Plugin(name = "visible", category = PatternConverter.CATEGORY)
@ConverterKeys("visible")
public final class VisibleConverter extends LogEventPatternConverter {
  private static final String INDENT = "    ";

  private final List<PatternFormatter> formatters;
  private final boolean lines;

  private VisibleConverter(List<PatternFormatter> formatters, boolean lines) {
    super("visible", "visible");
    this.formatters = formatters;
    this.lines = lines;
  }

  /** Made by Log4j; options are the inner pattern and, where lines are kept, {@code indent}. */
  public static VisibleConverter newInstance(Configuration configuration, String[] options) {
    if (options.length < 1 || options.length > 2) {
      LOGGER.error("%visible needs one pattern, as %visible{%m} or %visible{%ex}{indent}");
      return null;
    }
    PatternParser parser = PatternLayout.createPatternParser(configuration);
    return new VisibleConverter(parser.parse(options[0], false, false), options.length == 2);
  }

  /** Where none of a layout's converters does, the layout puts the exception behind them itself. */
  @Override
  public boolean handlesThrowable() {
    return formatters.stream().anyMatch(PatternFormatter::handlesThrowable);
  }

  @Override
  public void format(LogEvent event, StringBuilder output) {
    StringBuilder inner = new StringBuilder();
    for (PatternFormatter formatter : formatters) {
      formatter.format(event, inner);
    }
    String text = Redaction.of(inner.toString());
    output.append(lines ? VisibleText.lines(text.stripTrailing(), INDENT) : VisibleText.line(text));
    if (lines && !text.isBlank()) {
      output.append(System.lineSeparator());
    }
  }
}
