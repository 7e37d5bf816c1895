package io.spillway.tools.letters;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class FileLettersContractTest extends LetterContract {
  @TempDir Path temp;
  private int places;

  @Override
  protected PipelineConfig pipeline() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("p-" + places++));
    String yaml =
        """
        pipeline: {name: shop}
        sources: [{type: files, path: in}]
        storage: {path: out}
        """;
    return PipelineLoader.load(Files.writeString(folder.resolve("pipeline.yaml"), yaml), Map.of());
  }

  private static Path folder(PipelineConfig pipeline) {
    return Path.of(pipeline.storage().orElseThrow().path()).resolveSibling("mended");
  }

  @Override
  protected ReplayTarget target(PipelineConfig pipeline) {
    return new FolderTarget(folder(pipeline).toUri().toString());
  }

  @Override
  protected List<String> putBack(PipelineConfig pipeline) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder(pipeline))) {
      for (Path file : files.sorted().toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  /** A file appears whole or not at all. */
  @Override
  protected List<Integer> deaths() {
    return List.of(0, 3);
  }
}
