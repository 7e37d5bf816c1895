package io.spillway.tools.run;

import java.time.Duration;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.RestOptions;

/**
 * How a running cluster is talked to. Options of the client, such as those of TLS, come from {@code
 * FLINK_CONF_DIR} where that is set.
 */
final class RestAccess {
  /** A cluster that lives answers in far less; whoever waits wants to know within half a minute. */
  static final Duration ANSWER = Duration.ofSeconds(10);

  private RestAccess() {}

  static Configuration options(ClusterAddress address) {
    Configuration options = GlobalConfiguration.loadConfiguration();
    options.set(RestOptions.ADDRESS, address.host());
    options.set(RestOptions.PORT, address.port());
    options.removeConfig(RestOptions.PATH);
    // the address given is the one meant, whatever leader a configuration could find
    options.set(HighAvailabilityOptions.HA_MODE, "NONE");
    options.set(RestOptions.CONNECTION_TIMEOUT, ANSWER);
    options.set(RestOptions.RETRY_MAX_ATTEMPTS, 2);
    options.set(RestOptions.RETRY_DELAY, Duration.ofSeconds(1));
    return options;
  }

  static RestClusterClient<StandaloneClusterId> client(Configuration options) throws Exception {
    return new RestClusterClient<>(options, StandaloneClusterId.getInstance());
  }
}
