package io.spillway.job.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads section {@code pipeline}. */
final class PipelineReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

  /** Flink options that the job depends on or that have a key of their own, with the reason. */
  private static final Map<String, String> RESERVED = reserved();

  private PipelineReader() {}

  static PipelineSection read(Section section) {
    try (section) {
      String name = section.value("name").required("shop");
      if (!name.isBlank() && !NAME.matcher(name).matches()) {
        section.fault("name", "is not a name (letters, digits, dot, underscore, hyphen)");
      }
      // 32767 is Flink's largest key group count minus one: an operator cannot run wider.
      return new PipelineSection(
          name,
          section.value("parallelism").integer(1, Short.MAX_VALUE),
          section.value("checkpoint-interval").duration("10 s", "10 ms", ""),
          section.value("checkpoint-dir").uri(),
          flink(section.section("flink")));
    }
  }

  private static Settings flink(Section section) {
    Settings settings = settings(section);
    for (String key : settings.values().keySet()) {
      RESERVED.entrySet().stream()
          .filter(rule -> key.equals(rule.getKey()) || key.startsWith(rule.getKey() + "."))
          .findFirst()
          .map(rule -> "must not be set: " + rule.getValue())
          .or(() -> FlinkValues.fault(key, settings.values().get(key)))
          .ifPresent(message -> section.fault(key, message));
    }
    return settings;
  }

  /** A mapping whose keys are free and whose values are single ones. */
  static Settings settings(Section section) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String key : section.keys()) {
      section.value(key).asText().ifPresent(text -> values.put(key, text));
    }
    return new Settings(values);
  }

  private static Map<String, String> reserved() {
    Map<String, String> rules = new LinkedHashMap<>();
    rules.put(
        "execution.checkpointing.unaligned",
        "an aligned barrier is the boundary between what is delivered and what is not");
    rules.put(
        "execution.checkpointing.mode", "delivery is exactly once only with exactly-once barriers");
    rules.put("execution.checkpointing.interval", "pipeline.checkpoint-interval sets it");
    rules.put("execution.checkpointing.dir", "pipeline.checkpoint-dir sets it");
    rules.put("state.checkpoints.dir", "pipeline.checkpoint-dir sets it");
    rules.put("execution.runtime-mode", "progress needs checkpoints, and batch mode has none");
    rules.put(
        "pipeline.operator-chaining", "events go from a source to its decoder within one chain");
    rules.put("pipeline.generic-types", "state that Kryo wrote cannot be upgraded");
    rules.put("pipeline.auto-generate-uids", "state under a generated uid cannot be restored");
    return rules;
  }
}
