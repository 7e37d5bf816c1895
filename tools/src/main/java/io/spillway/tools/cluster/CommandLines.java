package io.spillway.tools.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.jobmanager.JobManagerProcessSpec;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/** How Flink's processes are started: what its shell scripts work out, without them. */
final class CommandLines {
  /** No process starts without, whatever the options say. */
  private static final String OPENED = "--add-opens=java.base/java.util=ALL-UNNAMED";

  private final ClusterFolder folder;
  private final Path flinkJars;
  private final Configuration configuration;
  private final List<String> hadoop;

  /**
   * @param hadoop Hadoop's client and its settings, for the end of the class path
   */
  CommandLines(
      ClusterFolder folder, Path flinkJars, Configuration configuration, List<String> hadoop) {
    this.folder = folder;
    this.hadoop = hadoop;
    this.flinkJars = flinkJars;
    this.configuration = configuration;
  }

  List<String> jobManager(String name) {
    JobManagerProcessSpec memory = JobManagerProcessUtils.processSpecFromConfig(configuration);
    return java(
        name,
        JobManagerProcessUtils.generateJvmParametersStr(memory, configuration),
        "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
        JobManagerProcessUtils.generateDynamicConfigsStr(memory));
  }

  List<String> taskManager(String name) {
    TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(configuration);
    return java(
        name,
        ProcessMemoryUtils.generateJvmParametersStr(memory),
        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
        TaskExecutorProcessUtils.generateDynamicConfigsStr(memory)
            + " -D taskmanager.resource-id="
            + name);
  }

  private List<String> java(String name, String memory, String mainClass, String settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(words(memory));
    command.add(OPENED);
    command.addAll(words(configuration.get(CoreOptions.FLINK_JVM_OPTIONS)));
    command.add("-Dlog.file=" + folder.log(name));
    command.add("-Dlog4j.configurationFile=" + folder.conf().resolve("log4j.properties").toUri());
    List<String> classPath = new ArrayList<>(List.of(flinkJars + File.separator + "*"));
    classPath.addAll(hadoop);
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), mainClass));
    command.addAll(List.of("--configDir", folder.conf().toString()));
    command.addAll(words(settings));
    return command;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }
}
