package io.spillway.tools.cluster;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a local cluster is made of.
 *
 * @param flinkJars folder of Flink's own jars
 * @param configuration folder with the {@code config.yaml} and {@code log4j.properties} to begin
 *     from
 * @param taskManagers number of them
 * @param restPort where the JobManager answers; 0 for any free port
 * @param options Flink options that come before those of {@code config.yaml}
 */
public record ClusterSettings(
    Path flinkJars,
    Path configuration,
    int taskManagers,
    int restPort,
    Map<String, String> options) {
  public ClusterSettings {
    options = Map.copyOf(options);
  }
}
