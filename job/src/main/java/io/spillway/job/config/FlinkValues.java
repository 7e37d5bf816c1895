package io.spillway.job.config;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;

/** What is wrong with the value of a Flink option: Flink itself tells that only when a job runs. */
final class FlinkValues {
  private static final List<Class<?>> KNOWN =
      List.of(
          CheckpointingOptions.class,
          CoreOptions.class,
          ExecutionOptions.class,
          JobManagerOptions.class,
          PipelineOptions.class,
          RestartStrategyOptions.class,
          StateBackendOptions.class,
          TaskManagerOptions.class);

  private static final List<ConfigOption<?>> OPTIONS = options();

  private FlinkValues() {}

  static Optional<String> fault(String key, String value) {
    Configuration given = new Configuration();
    given.setString(key, value);
    for (ConfigOption<?> option : OPTIONS) {
      if (option.key().equals(key)) {
        try {
          Object read = given.get(option);
          return undoes(option, read);
        } catch (RuntimeException e) {
          return Optional.of("is not a value of this Flink option");
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> undoes(ConfigOption<?> option, Object value) {
    if (option.equals(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS)
        && !Integer.valueOf(1).equals(value)) {
      return Optional.of("must be 1: what a checkpoint makes visible rests on the one before it");
    }
    if (option.equals(PipelineOptions.AUTO_WATERMARK_INTERVAL)
        && value instanceof Duration interval
        && interval.toMillis() <= 0) {
      return Optional.of("must be above 0: without watermarks nothing is ever delivered");
    }
    return Optional.empty();
  }

  private static List<ConfigOption<?>> options() {
    List<ConfigOption<?>> options = new ArrayList<>();
    for (Class<?> known : KNOWN) {
      for (Field field : known.getFields()) {
        if (ConfigOption.class.isAssignableFrom(field.getType())) {
          try {
            options.add((ConfigOption<?>) field.get(null));
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
          }
        }
      }
    }
    return List.copyOf(options);
  }
}
