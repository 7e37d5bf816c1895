package io.spillway.tools.cluster;

import io.spillway.job.metrics.PrometheusAtHostFactory;
import io.spillway.tools.run.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.metrics.prometheus.PrometheusReporterFactory;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/** Where a local cluster has its configuration, logs and files. */
record ClusterFolder(Path root) {
  Path conf() {
    return root.resolve("conf");
  }

  Path log(String member) {
    return root.resolve("log").resolve(member + ".log");
  }

  /** What a process wrote before it had a log. */
  Path output(String member) {
    return root.resolve("log").resolve(member + ".out");
  }

  Path plugins() {
    return root.resolve("plugins");
  }

  Path members() {
    return root.resolve("members");
  }

  /** Writes the configuration: that of a real cluster, with all that names places replaced. */
  Configuration write(ClusterSettings settings) throws IOException {
    Files.createDirectories(conf());
    Files.createDirectories(root.resolve("log"));
    Configuration configuration =
        GlobalConfiguration.loadConfiguration(settings.configuration().toString());
    showMetricsHereOnly(configuration);
    settings.options().forEach(configuration::setString);
    configuration.set(JobManagerOptions.ADDRESS, "localhost");
    configuration.set(JobManagerOptions.BIND_HOST, "localhost");
    configuration.set(JobManagerOptions.PORT, FreePort.find());
    configuration.set(RestOptions.ADDRESS, "localhost");
    configuration.set(RestOptions.BIND_ADDRESS, "localhost");
    configuration.set(
        RestOptions.PORT, settings.restPort() == 0 ? FreePort.find() : settings.restPort());
    configuration.set(TaskManagerOptions.HOST, "localhost");
    configuration.set(TaskManagerOptions.BIND_HOST, "localhost");
    configuration.set(WebOptions.UPLOAD_DIR, folder("upload").toString());
    configuration.set(CoreOptions.TMP_DIRS, folder("tmp").toString());
    configuration.set(RocksDBOptions.LOCAL_DIRECTORIES, folder("rocksdb").toString());
    configuration.set(
        CheckpointingOptions.SAVEPOINT_DIRECTORY, folder("savepoints").toUri().toString());
    List<String> lines = ConfigurationUtils.convertConfigToWritableLines(configuration, false);
    Files.write(conf().resolve(GlobalConfiguration.FLINK_CONF_FILENAME), lines);
    for (String name : List.of("log4j.properties", "log-layout.json")) {
      Files.write(conf().resolve(name), Files.readAllBytes(settings.configuration().resolve(name)));
    }
    return configuration;
  }

  /** Flink's own reporter listens on every network and has no option for less. */
  private static void showMetricsHereOnly(Configuration configuration) {
    configuration.toMap().entrySet().stream()
        .filter(option -> option.getValue().equals(PrometheusReporterFactory.class.getName()))
        .forEach(
            option ->
                configuration.setString(option.getKey(), PrometheusAtHostFactory.class.getName()));
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(root.resolve(name));
  }

  /** The configuration written before. */
  Configuration read() {
    return GlobalConfiguration.loadConfiguration(conf().toString());
  }

  /** Processes started so far, by name. */
  Map<String, Member> readMembers() throws IOException {
    Map<String, Member> members = new TreeMap<>();
    if (Files.exists(members())) {
      for (String line : Files.readAllLines(members())) {
        Member member = Member.parse(line);
        members.put(member.name(), member);
      }
    }
    return members;
  }

  void writeMembers(Iterable<Member> members) throws IOException {
    StringBuilder lines = new StringBuilder();
    members.forEach(member -> lines.append(member.line()).append('\n'));
    Files.writeString(members(), lines);
  }
}
