package io.spillway.job.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The checkpoints in a local folder: {@code <job>/chk-<n>/_metadata}, whole once that file is
 * there.
 */
final class Checkpoints {
  private Checkpoints() {}

  /** The newest complete checkpoint of any run, or empty. */
  static Optional<Path> newest(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> tree = Files.walk(folder, 3)) {
      List<Path> complete = tree.filter(Checkpoints::isComplete).toList();
      return complete.stream()
          .max(Comparator.comparing(Checkpoints::writtenAt).thenComparing(Checkpoints::number))
          .map(Path::getParent);
    }
  }

  private static boolean isComplete(Path file) {
    return file.getFileName().toString().equals("_metadata")
        && file.getParent().getFileName().toString().startsWith("chk-");
  }

  private static FileTime writtenAt(Path metadata) {
    try {
      return Files.getLastModifiedTime(metadata);
    } catch (IOException e) {
      // deleted meanwhile, as a subsumed checkpoint is
      return FileTime.fromMillis(0);
    }
  }

  private static long number(Path metadata) {
    String name = metadata.getParent().getFileName().toString();
    return Long.parseLong(name.substring(name.indexOf('-') + 1));
  }
}
