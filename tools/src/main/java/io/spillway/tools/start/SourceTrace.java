package io.spillway.tools.start;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Topics;
import io.spillway.tools.inspect.SavedState;
import io.spillway.tools.inspect.StateUids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.fs.Path;

/**
 * Tells from a checkpoint of 0.1.0 whether another pipeline made it. It names no pipeline, but its
 * readers name what they read.
 */
final class SourceTrace {
  /** Flink's own name for what readers keep. */
  private static final ListStateDescriptor<byte[]> READERS =
      new ListStateDescriptor<>("SourceReaderState", BytePrimitiveArraySerializer.INSTANCE);

  private SourceTrace() {}

  /** Whether the state's readers had files or topics, and none that this pipeline reads. */
  static boolean isOfOthers(SavedState state, PipelineConfig config) throws IOException {
    List<String> splits = new ArrayList<>();
    for (int i = 0; state.has(StateUids.source(i)); i++) {
      Optional<List<String>> found =
          state.read(
              StateUids.source(i),
              store -> {
                List<String> texts = new ArrayList<>();
                store
                    .getListState(READERS)
                    .get()
                    .forEach(b -> texts.add(new String(b, ISO_8859_1)));
                return texts;
              });
      found.ifPresent(splits::addAll);
    }
    List<String> names = names(config);
    return !splits.isEmpty()
        && !names.isEmpty()
        && splits.stream().noneMatch(split -> names.stream().anyMatch(split::contains));
  }

  /** As they stand in a split; none where a pattern leaves them open. */
  private static List<String> names(PipelineConfig config) {
    List<String> names = new ArrayList<>();
    for (SourceConfig source : config.sources()) {
      if (source instanceof FilesSource files) {
        names.add(new Path(files.path()).getPath() + "/");
      } else if (source instanceof KafkaSource kafka) {
        if (!(kafka.topics() instanceof Topics.Names topics)) {
          return List.of();
        }
        names.addAll(topics.names());
      }
    }
    return names.stream().map(name -> new String(name.getBytes(UTF_8), ISO_8859_1)).toList();
  }
}
