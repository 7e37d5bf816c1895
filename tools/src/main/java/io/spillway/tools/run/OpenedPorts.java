package io.spillway.tools.run;

import io.spillway.job.flow.Loopback;
import io.spillway.job.metrics.PrometheusAtHostFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.metrics.prometheus.PrometheusReporterFactory;

/** What options of Flink open to more than this machine, in words. */
final class OpenedPorts {
  private OpenedPorts() {}

  /** One line for each option that opens something; none where only this machine gets in. */
  static List<String> of(Configuration options) {
    List<String> lines = new ArrayList<>();
    address(options.get(RestOptions.BIND_ADDRESS))
        .ifPresent(
            address ->
                lines.add(
                    "Flink's web pages and REST answer at "
                        + address
                        + ": whoever reaches that address can read the job's configuration and"
                        + " logs, cancel it and run code of their own in this process; nobody asks"
                        + " for a password"));
    address(options.get(JobManagerOptions.BIND_HOST))
        .ifPresent(
            address ->
                lines.add(
                    "jobmanager.bind-host is "
                        + address
                        + ": whoever reaches it can read and replace the files that Flink hands to"
                        + " its tasks"));
    address(options.get(TaskManagerOptions.BIND_HOST))
        .ifPresent(
            address ->
                lines.add("taskmanager.bind-host is " + address + ": Flink's tasks listen there"));
    if (options.get(WebOptions.SUBMIT_ENABLE)) {
      lines.add("web.submit.enable is true: Flink's web pages take jars and run them");
    }
    if (options.toMap().containsValue(PrometheusReporterFactory.class.getName())) {
      lines.add(
          PrometheusReporterFactory.class.getSimpleName()
              + " shows metrics on every network of this machine; "
              + PrometheusAtHostFactory.class.getName()
              + " has an option host");
    }
    return lines;
  }

  private static Optional<String> address(String address) {
    return Optional.ofNullable(address).filter(a -> !Loopback.contains(a));
  }
}
