package io.spillway.job.logging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;

/** Logging as {@code flink-conf/log4j.properties} has it, into a file of a test. */
public final class LogFile implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path CONF = Path.of("..", "flink-conf");

  private final Path file;
  private final LoggerContext context;

  /**
   * @param folder for configuration and file
   * @param replacements pairs of texts in the configuration
   */
  public LogFile(Path folder, String... replacements) throws IOException {
    file = folder.resolve("test.log");
    String properties = Files.readString(CONF.resolve("log4j.properties"));
    properties = properties.replace("${sys:log.file:-spillway-flink.log}", file.toString());
    for (int i = 0; i < replacements.length; i += 2) {
      if (!properties.contains(replacements[i])) {
        throw new IllegalArgumentException("not in the configuration: " + replacements[i]);
      }
      properties = properties.replace(replacements[i], replacements[i + 1]);
    }
    Path copy = folder.resolve("log4j.properties");
    Files.writeString(copy, properties);
    Files.write(
        folder.resolve("log-layout.json"), Files.readAllBytes(CONF.resolve("log-layout.json")));
    context = new LoggerContext("test", null, copy.toUri());
    context.start(
        new PropertiesConfigurationFactory()
            .getConfiguration(
                context, new ConfigurationSource(Files.newInputStream(copy), copy.toFile())));
  }

  public LoggerContext context() {
    return context;
  }

  public Path path() {
    return file;
  }

  /** Ends logging, so that nothing waits any more; gives what was written. */
  public List<JsonNode> lines() throws IOException {
    close();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Override
  public void close() {
    context.stop(10, TimeUnit.SECONDS);
  }
}
