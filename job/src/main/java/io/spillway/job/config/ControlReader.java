package io.spillway.job.config;

import io.spillway.control.InvalidSettingsException;
import io.spillway.control.Settings;
import io.spillway.control.SettingsParser;
import io.spillway.event.TableScope;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * Reads the file of settings that change at run time: {@code version}, {@code timestamp} and {@code
 * settings} with {@code pause} and {@code drain}, each a list of {@code "*"}, {@code database} or
 * {@code database.table}, and what {@link TuningReader} reads.
 */
public final class ControlReader implements SettingsParser {
  private static final long serialVersionUID = 1L;

  private final Tunable tunable;

  /**
   * @param pipeline whose sinks and limits bound what settings may say
   */
  public ControlReader(PipelineConfig pipeline) {
    this(Tunable.of(pipeline));
  }

  ControlReader(Tunable tunable) {
    this.tunable = tunable;
  }

  @Override
  public Settings parse(byte[] bytes) throws InvalidSettingsException {
    Faults faults = new Faults();
    Optional<MappingNode> root = YamlSource.compose(bytes, faults);
    Context context = new Context(Path.of("/"), Map.of(), faults, path -> {});
    Optional<Settings> read = root.map(node -> read(new Section("", node, context)));
    if (read.isEmpty() || !faults.list().isEmpty()) {
      throw new InvalidSettingsException(
          faults.list().stream()
              .map(fault -> "line " + fault.line() + ": " + fault)
              .collect(Collectors.joining("; ")));
    }
    return read.get();
  }

  private Settings read(Section root) {
    try (root) {
      if (!root.has("version")) {
        root.fault("version", "is required: a number that grows with every change");
      }
      int version = root.value("version").integer(1, 1, Integer.MAX_VALUE);
      long timestamp = timestamp(root.value("timestamp"));
      try (Section settings = root.section("settings")) {
        return new Settings(
            version,
            timestamp,
            scopes(settings, "pause"),
            scopes(settings, "drain"),
            new TuningReader(tunable).read(settings));
      }
    }
  }

  private static long timestamp(Value value) {
    try {
      return Instant.parse(value.required("2026-01-15T10:00:00Z")).toEpochMilli();
    } catch (DateTimeParseException e) {
      if (value.isPresent()) {
        value.fault("is not a time (as 2026-01-15T10:00:00Z)");
      }
      return 0;
    }
  }

  private static List<TableScope> scopes(Section settings, String key) {
    List<TableScope> scopes = new ArrayList<>();
    for (String word : settings.words(key)) {
      int dot = word.indexOf('.');
      if (word.isBlank() || dot == 0 || dot == word.length() - 1) {
        settings.fault(key, "is not \"*\", a database or database.table");
      } else if (word.equals("*")) {
        scopes.add(TableScope.ALL);
      } else {
        scopes.add(
            dot < 0
                ? new TableScope(word, "")
                : new TableScope(word.substring(0, dot), word.substring(dot + 1)));
      }
    }
    return scopes;
  }
}
