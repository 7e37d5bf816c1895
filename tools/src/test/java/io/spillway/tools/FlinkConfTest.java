package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.junit.jupiter.api.Test;

/** {@code flink-conf/config.yaml} as Flink reads it. Tests run in the folder of their module. */
class FlinkConfTest {
  private static final List<Class<?>> OPTIONS =
      List.of(
          CheckpointingOptions.class,
          CoreOptions.class,
          HeartbeatManagerOptions.class,
          HighAvailabilityOptions.class,
          JobManagerOptions.class,
          RestOptions.class,
          RestartStrategyOptions.class,
          RocksDBOptions.class,
          SecurityOptions.class,
          StateBackendOptions.class,
          StateRecoveryOptions.class,
          TaskManagerOptions.class,
          WebOptions.class);

  /** Of the reporter named prom; Flink reads them by their ends. */
  private static final Set<String> REPORTER =
      Set.of(
          "metrics.reporter.prom.factory.class",
          "metrics.reporter.prom.port",
          "metrics.reporter.prom.filterLabelValueCharacters",
          "metrics.reporter.prom.scope.variables.excludes");

  private final Configuration conf = GlobalConfiguration.loadConfiguration("../flink-conf");

  @Test
  void nothingListensBeyondTheNamedHostAndNobodyUploadsJars() {
    assertThat(conf.get(JobManagerOptions.BIND_HOST)).isEqualTo("localhost");
    assertThat(conf.get(TaskManagerOptions.BIND_HOST)).isEqualTo("localhost");
    assertThat(conf.get(RestOptions.BIND_ADDRESS)).isEqualTo("localhost");
    assertThat(conf.get(WebOptions.SUBMIT_ENABLE)).isFalse();
  }

  @Test
  void everyKeyIsOneThatFlinkKnowsByThisName() throws IllegalAccessException {
    Set<String> known = new HashSet<>(REPORTER);
    known.add("env.java.opts.all");
    // of Hadoop's client in the plugin, which gets every key behind s3.
    known.add("s3.directory.marker.retention");
    for (Class<?> options : OPTIONS) {
      for (Field field : options.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
          known.add(((ConfigOption<?>) field.get(null)).key());
        }
      }
    }
    Set<String> buffers =
        Set.of(
            "taskmanager.network.memory.buffer-debloat.enabled",
            "taskmanager.network.memory.buffer-debloat.target");
    assertThat(known).containsAll(buffers);
    assertThat(conf.keySet()).hasSizeGreaterThan(30).isSubsetOf(known);
  }

  @Test
  void memoryOfATaskManagerAddsUp() {
    TaskExecutorProcessSpec spec = TaskExecutorProcessUtils.processSpecFromConfig(conf);

    assertThat(spec.getTaskHeapSize()).isEqualTo(MemorySize.parse("1536m"));
    assertThat(spec.getManagedMemorySize()).isEqualTo(MemorySize.parse("1g"));
    assertThat(spec.getNetworkMemSize()).isEqualTo(MemorySize.parse("256m"));
  }

  @Test
  void whatTheJobDependsOnIsSet() {
    assertThat(conf.get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS)).isTrue();
    assertThat(conf.get(CheckpointingOptions.ENABLE_UNALIGNED)).isFalse();
    assertThat(conf.get(StateBackendOptions.STATE_BACKEND)).isEqualTo("rocksdb");
    assertThat(conf.get(StateRecoveryOptions.LOCAL_RECOVERY)).isTrue();
    assertThat(conf.get(RestartStrategyOptions.RESTART_STRATEGY)).isEqualTo("exponential-delay");
    assertThat(conf.get(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(10));
  }
}
