package io.spillway.tools.run;

import io.spillway.job.config.PipelineConfig;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginManager;
import org.apache.flink.core.plugin.PluginUtils;

/**
 * Makes Flink's file systems ready in this process: plugins from {@code FLINK_PLUGINS_DIR} (or
 * {@code plugins/} here), options from {@code FLINK_CONF_DIR} where that is set, and those of a
 * pipeline before them. A cluster's own processes know only what their configuration says.
 */
public final class FileSystems {
  /** A client's patience where somebody waits for an answer; what a pipeline says comes first. */
  private static final Map<String, String> IMPATIENT =
      Map.of(
          "s3.attempts.maximum", "1",
          "s3.retry.limit", "1",
          "s3.retry.interval", "100ms",
          "s3.retry.throttle.limit", "1",
          "s3.connection.establish.timeout", "3000",
          "s3.connection.timeout", "5000",
          "flink.hadoop.ipc.client.connect.max.retries", "1",
          "flink.hadoop.ipc.client.connect.max.retries.on.timeouts", "1");

  /** Held here, because Java forgets a level that nobody holds. */
  private static final Logger S3_CLIENT = Logger.getLogger("com.amazonaws");

  /** One for all: each makes class loaders of its own. */
  private static PluginManager plugins;

  private FileSystems() {}

  /** Without a pipeline. */
  public static void initialize() {
    initialize(new Configuration());
  }

  /** With these options. */
  public static void initialize(Map<String, String> options) {
    Configuration configuration = new Configuration();
    options.forEach(configuration::setString);
    initialize(configuration);
  }

  /** With the options of a pipeline. */
  public static void initialize(PipelineConfig pipeline) {
    initialize(options(pipeline));
  }

  /** The same, for a look whether a place is there: gives up after some seconds. */
  public static void initializeToProbe(PipelineConfig pipeline) {
    Configuration options = new Configuration();
    IMPATIENT.forEach(options::setString);
    options.addAll(options(pipeline));
    initialize(options);
  }

  /** The S3 plugin's client would print a page about its age, and what it does without. */
  private static void quiet() {
    S3_CLIENT.setLevel(Level.SEVERE);
    String announcement = "aws.java.v1.disableDeprecationAnnouncement";
    if (System.getProperty(announcement) == null) {
      System.setProperty(announcement, "true");
    }
  }

  private static Configuration options(PipelineConfig pipeline) {
    Configuration options = new Configuration();
    pipeline.pipeline().flink().values().forEach(options::setString);
    return options;
  }

  private static synchronized void initialize(Configuration first) {
    Configuration options = new Configuration();
    // nobody makes folders there, so there are no markers that each PUT would have to delete
    options.setString("s3.directory.marker.retention", "keep");
    options.addAll(GlobalConfiguration.loadConfiguration());
    options.addAll(first);
    if (plugins == null) {
      quiet();
      plugins = PluginUtils.createPluginManagerFromRootFolder(options);
    }
    FileSystem.initialize(options, plugins);
  }
}
