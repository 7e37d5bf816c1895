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

/** {@code %redact{pattern}}: what the pattern gives, without secrets. */
@Plugin(name = "redact", category = PatternConverter.CATEGORY)
@ConverterKeys("redact")
public final class RedactingConverter extends LogEventPatternConverter {
  private final List<PatternFormatter> formatters;

  private RedactingConverter(List<PatternFormatter> formatters) {
    super("redact", "redact");
    this.formatters = formatters;
  }

  /** Made by Log4j; the only option is the inner pattern. */
  public static RedactingConverter newInstance(Configuration configuration, String[] options) {
    if (options.length != 1) {
      LOGGER.error("%redact needs one pattern, as %redact{%m}");
      return null;
    }
    PatternParser parser = PatternLayout.createPatternParser(configuration);
    return new RedactingConverter(parser.parse(options[0], false, false));
  }

  @Override
  public void format(LogEvent event, StringBuilder output) {
    int from = output.length();
    for (PatternFormatter formatter : formatters) {
      formatter.format(event, output);
    }
    if (output.length() > from) {
      String text = output.substring(from);
      String redacted = Redaction.of(text);
      if (!redacted.equals(text)) {
        output.setLength(from);
        output.append(redacted);
      }
    }
  }
}
