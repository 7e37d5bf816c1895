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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/**
 * What a pipeline's sources read: by what it is, what is in it as far as that is known. Keys are
 * {@code folder URI}, or {@code topic NAME at BROKERS} for each topic, where NAME may be a pattern;
 * earlier versions wrote {@code topics NAME,NAME at BROKERS}.
 */
final class Inputs {
  private static final String COMMITS_OFFSETS = "commit.offsets.on.checkpoint";
  private static final Pattern TOPICS = Pattern.compile("topics? (.+) at (\\S.*)");
  private static final String GROUP = "group ";

  private Inputs() {}

  /**
   * Of a folder its files and their lengths; of topics that are read from where their group has
   * committed the group, of others nothing.
   */
  static Map<String, String> of(PipelineConfig config) throws IOException {
    Map<String, String> inputs = new TreeMap<>();
    for (SourceConfig source : config.sources()) {
      if (source instanceof FilesSource files) {
        Path folder = new Path(files.path());
        inputs.put("folder " + folder, files(folder));
      } else if (source instanceof KafkaSource kafka) {
        String group = kafka.start() instanceof Start.Committed ? GROUP + kafka.groupId() : "";
        for (String topic : names(kafka.topics())) {
          inputs.put("topic " + topic + " at " + kafka.connection().brokers().strip(), group);
        }
      } else {
        throw new IllegalStateException("unknown source: " + source);
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

  private static List<String> names(Topics topics) {
    return topics instanceof Topics.Names names
        ? names.names()
        : List.of(((Topics.Matching) topics).pattern());
  }

  /** Whether two keys mean the same folder, or a topic of one cluster. */
  static boolean same(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    var a = TOPICS.matcher(one);
    var b = TOPICS.matcher(other);
    return a.matches()
        && b.matches()
        && !Collections.disjoint(list(a.group(2)), list(b.group(2)))
        && sharesName(list(a.group(1)), list(b.group(1)));
  }

  private static List<String> list(String text) {
    return Arrays.asList(text.strip().split("\\s*,\\s*"));
  }

  private static boolean sharesName(List<String> some, List<String> others) {
    return some.stream()
        .anyMatch(a -> others.stream().anyMatch(b -> a.equals(b) || fits(a, b) || fits(b, a)));
  }

  private static boolean fits(String pattern, String name) {
    try {
      return Pattern.matches(pattern, name);
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /**
   * The group that has committed where reading goes on, where it is another now; empty where it
   * isn't, or isn't known.
   */
  static String otherGroup(String before, String now) {
    boolean both = before.startsWith(GROUP) && now.startsWith(GROUP);
    return both && !before.equals(now) ? before.substring(GROUP.length()) : "";
  }

  /** Whether a folder has the files that it had; of topics nothing more is known than the group. */
  static boolean unchanged(String input, String before, String now) {
    return before.equals(now)
        || (TOPICS.matcher(input).matches() && otherGroup(before, now).isEmpty());
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

  /** Whether all of them are folders of files, which have every row from the first on. */
  static boolean areFolders(PipelineConfig config) {
    return config.sources().stream().noneMatch(KafkaSource.class::isInstance);
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
