package io.spillway.job.config;

import io.spillway.decode.DebeziumOptions;
import io.spillway.job.config.SourceConfig.MessageFormat;
import io.spillway.job.config.SourceConfig.Operation;
import io.spillway.job.config.SourceConfig.Reading;
import io.spillway.job.config.SourceConfig.WatermarkMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Pipeline files for tests: loaded from text, as if they lay in a folder of their own. */
final class Pipelines {
  static final Map<String, String> ENV =
      Map.of("SECRET_KEY", "s3cret", "JAAS", "jaas-pw", "ES_PASSWORD", "es-pw");

  /** How a source is read that says nothing of it. */
  static final Reading READING =
      new Reading(
          MessageFormat.CANAL_JSON,
          Operation.HARVEST,
          "",
          WatermarkMode.RESOLVED,
          Optional.empty(),
          Optional.empty(),
          Duration.ofMinutes(1),
          Optional.of(Duration.ofHours(1)),
          new DebeziumOptions(ZoneId.of("UTC"), DebeziumOptions.UNAVAILABLE));

  private final Path file;

  Pipelines(Path folder) {
    this.file = folder.resolve("pipeline.yaml");
  }

  Path file() {
    return file;
  }

  /** Loads what must be without fault. */
  PipelineConfig load(String yaml) {
    try {
      return PipelineLoader.load(write(yaml), ENV);
    } catch (InvalidPipelineException e) {
      throw new AssertionError(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The faults as {@code LINE: fault}; empty where there is none. */
  List<String> faults(String yaml) {
    try {
      PipelineLoader.load(write(yaml), ENV);
      return List.of();
    } catch (InvalidPipelineException e) {
      return e.faults().stream().map(fault -> fault.line() + ": " + fault).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path write(String yaml) {
    return write(yaml.getBytes(StandardCharsets.UTF_8));
  }

  Path write(byte[] yaml) {
    try {
      return Files.write(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String resource(String name) {
    try (var in = Pipelines.class.getResourceAsStream("/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The smallest file without fault, with lines put below {@code storage.path} (line 7). */
  static String withStorage(String... lines) {
    return resource("minimal-pipeline.yaml") + indented(2, lines);
  }

  /** The smallest file with further lines at its end, from line 8 on. */
  static String with(String... lines) {
    return resource("minimal-pipeline.yaml") + indented(0, lines);
  }

  /** A file whose only source has these lines; the first is line 4. */
  static String withSource(String... lines) {
    String source = indented(4, lines).replaceFirst(" {4}", "  - ");
    return "pipeline: {name: shop}\nstorage: {path: out}\nsources:\n" + source;
  }

  private static String indented(int columns, String... lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(" ".repeat(columns)).append(line).append('\n');
    }
    return text.toString();
  }

  /** With a Kafka source that has these lines too. */
  static String kafka(String... lines) {
    String source = withSource("type: kafka", "bootstrap-servers: localhost:9092");
    StringBuilder yaml = new StringBuilder(source);
    for (String line : lines) {
      yaml.append("    ").append(line).append('\n');
    }
    return yaml.toString();
  }
}
