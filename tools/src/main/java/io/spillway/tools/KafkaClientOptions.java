package io.spillway.tools;

import io.spillway.job.CommandException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine.Option;

/** How a topic's brokers want to be spoken to. */
final class KafkaClientOptions {
  @Option(
      names = "--kafka-properties",
      paramLabel = "FILE",
      description = "Properties of the Kafka client, as security.protocol; for a log in a topic.")
  private Path file;

  Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    if (file != null) {
      Properties properties = new Properties();
      try (Reader in = Files.newBufferedReader(file)) {
        properties.load(in);
      } catch (IOException e) {
        throw new CommandException(CursorCommand.UNREADABLE, "can't read " + file + ": " + e, e);
      }
      properties.stringPropertyNames().forEach(k -> values.put(k, properties.getProperty(k)));
    }
    return values;
  }
}
