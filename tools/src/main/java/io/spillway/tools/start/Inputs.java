package io.spillway.tools.start;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.End;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Start;
import io.spillway.job.config.SourceConfig.Topics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/** What a pipeline's sources read: by what each is, what is in it as far as that is told. */
final class Inputs {
  private static final String COMMITS_OFFSETS = "commit.offsets.on.checkpoint";

  private Inputs() {}

  /** Of a folder its files and their lengths; of topics nothing, as they are asked for nothing. */
  static Map<String, String> of(PipelineConfig config) throws IOException {
    Map<String, String> inputs = new TreeMap<>();
    for (SourceConfig source : config.sources()) {
      if (source instanceof FilesSource files) {
        Path folder = new Path(files.path());
        inputs.put("folder " + folder, files(folder));
      } else if (source instanceof KafkaSource kafka) {
        inputs.put(
            "topics " + text(kafka.topics()) + " at " + kafka.connection().brokers().strip(), "");
      }
    }
    return inputs;
  }

  private static String files(Path folder) throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    try {
      FileStatus[] children = folder.getFileSystem().listStatus(folder);
      for (FileStatus child : children == null ? new FileStatus[0] : children) {
        if (!child.isDir()) {
          lengths.put(child.getPath().getName(), child.getLen());
        }
      }
    } catch (FileNotFoundException e) {
      return "";
    }
    return lengths.toString();
  }

  private static String text(Topics topics) {
    return topics instanceof Topics.Names names
        ? String.join(",", names.names())
        : ((Topics.Matching) topics).pattern();
  }

  /** Whether all of them are topics that are read to an end, which their groups' offsets tell. */
  static boolean areBoundedTopics(PipelineConfig config) {
    return config.sources().stream()
        .allMatch(
            source ->
                source instanceof KafkaSource kafka
                    && kafka.end() == End.LATEST
                    && !"false"
                        .equals(kafka.connection().properties().values().get(COMMITS_OFFSETS)));
  }

  /** Whether all of them begin where an earlier run has committed that it ended. */
  static boolean goOnByThemselves(PipelineConfig config) {
    return config.sources().stream()
        .allMatch(
            source ->
                source instanceof KafkaSource kafka
                    && kafka.end() == End.LATEST
                    && kafka.start() instanceof Start.Committed);
  }
}
