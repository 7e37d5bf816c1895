package io.spillway.source;

import io.spillway.event.SourcePartition;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** A folder of {@code <anything>-<partition>.<extension>} files, each one partition. */
public final class InputFolder {
  private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,9})\\.[^.]+");

  private InputFolder() {}

  /** The partition that a file's name stands for; empty for a file that is no input. */
  public static Optional<SourcePartition> partition(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    return fileName.startsWith(".") || fileName.startsWith("_") || !matcher.matches()
        ? Optional.empty()
        : Optional.of(new SourcePartition(matcher.group(1), Integer.parseInt(matcher.group(2))));
  }

  /**
   * All input files, in order of source and number.
   *
   * @throws FileNotFoundException where there is no folder, or nothing in it to read
   */
  public static List<FileSplit> list(String folder) throws IOException {
    Path path = new Path(folder);
    FileSystem files = path.getFileSystem();
    if (!files.exists(path) || !files.getFileStatus(path).isDir()) {
      throw new FileNotFoundException("input folder " + folder + " doesn't exist");
    }
    List<FileSplit> splits = new ArrayList<>();
    for (FileStatus file : files.listStatus(path)) {
      if (!file.isDir()) {
        partition(file.getPath().getName())
            .ifPresent(p -> splits.add(new FileSplit(file.getPath().toString(), p, 0)));
      }
    }
    if (splits.isEmpty()) {
      throw new FileNotFoundException(
          "input folder " + folder + " has no file named <anything>-<partition>.<extension>");
    }
    Optional<String> twice =
        twice(splits.stream().map(split -> new Path(split.path()).getName()).sorted().toList());
    if (twice.isPresent()) {
      throw new IOException(
          "input folder " + folder + " has two files of one partition: " + twice.get());
    }
    splits.sort(
        Comparator.comparing((FileSplit split) -> split.partition().source())
            .thenComparing(split -> split.partition().number())
            .thenComparing(FileSplit::path));
    return splits;
  }

  /** The first two files that would count as one partition, by name; empty for none. */
  public static Optional<String> twice(List<String> names) {
    Map<SourcePartition, String> met = new HashMap<>();
    for (String name : names) {
      Optional<SourcePartition> partition = partition(name);
      String first = partition.map(p -> met.putIfAbsent(p, name)).orElse(null);
      if (first != null) {
        return Optional.of(first + " and " + name);
      }
    }
    return Optional.empty();
  }
}
