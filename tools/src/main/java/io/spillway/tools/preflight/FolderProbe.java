package io.spillway.tools.preflight;

import io.spillway.source.InputFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks at local folders. */
final class FolderProbe {
  /** One file a partition: anything, a hyphen, the partition's number, an extension. */
  private static final Pattern PARTITION = Pattern.compile(".+-\\d+\\.[^.]+");

  private FolderProbe() {}

  /** A folder to read partitions from. */
  static List<Finding> partitions(String path, URI place) {
    Path folder = Path.of(place.getPath());
    if (!Files.exists(folder)) {
      return found(path, "folder " + folder + " does not exist");
    }
    if (!Files.isDirectory(folder)) {
      return found(path, folder + " is not a folder");
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names =
          files
              .filter(FolderProbe::isPartition)
              .map(file -> file.getFileName().toString())
              .sorted()
              .toList();
      if (names.isEmpty()) {
        return found(
            path, "folder " + folder + " has no file <name>-<partition>.<ext>, as shop-0.ndjson");
      }
      return InputFolder.twice(names)
          .map(two -> found(path, "folder " + folder + " has two files of one partition: " + two))
          .orElse(List.of());
    } catch (IOException e) {
      return found(path, "folder " + folder + " cannot be read: " + e);
    }
  }

  private static boolean isPartition(Path file) {
    return isPartition(file.getFileName().toString()) && Files.isRegularFile(file);
  }

  /** Whether a file of this name holds a partition. */
  static boolean isPartition(String name) {
    return PARTITION.matcher(name).matches();
  }

  /**
   * A folder to write into, which need not exist yet. The nearest folder that does exist is written
   * to for a moment, because rights alone do not tell: root has them all, on any file system.
   */
  static List<Finding> writable(String path, URI place) {
    Path folder = Path.of(place.getPath());
    Path existing = folder;
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      return found(path, existing + " is a file, but a folder is needed there");
    }
    try {
      Files.delete(Files.createTempFile(existing, ".spillway-probe-", ""));
    } catch (IOException e) {
      String action = existing.equals(folder) ? " cannot be written to: " : " cannot be created: ";
      String cause =
          e instanceof AccessDeniedException
              ? "no right to write in " + existing
              : existing + " takes no files (" + e.getClass().getSimpleName() + ")";
      return found(path, "folder " + folder + action + cause);
    }
    return List.of();
  }

  /** Whether a place is for this class to look at. */
  static boolean isLocal(URI place) {
    return "file".equalsIgnoreCase(place.getScheme());
  }

  private static List<Finding> found(String path, String message) {
    return List.of(new Finding(path, message));
  }
}
