package io.spillway.tools.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.storage.FolderListing;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * What was put back, beside the letters: folder {@code _replayed}, for each run one file {@code
 * <time>.planned} before anything is put, and one {@code <time>.done} behind it. A run without the
 * second has died, and how far it came is found out where it put. Lines of JSON: {@code letter,
 * into, partition, from, brokers, at}.
 */
final class ReplayLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PLANNED = ".planned";
  private static final String DONE = ".done";

  private final Path folder;

  /**
   * One letter that is put back.
   *
   * @param letter the letter's name, see {@link Replays#name}
   * @param into topic, or URI of a file
   * @param partition of the topic; -1 for a file
   * @param from nothing of this run is in the partition before this offset; 0 for a file
   * @param brokers of the topic; empty for a file, and in what earlier versions have noted
   */
  record Put(String letter, String into, int partition, long from, String brokers) {}

  /** What a run wanted to put. */
  record Run(String name, List<Put> puts) {}

  /**
   * @param letters folder of the letters
   */
  ReplayLog(String letters) {
    folder = new Path(letters, "_replayed");
  }

  /** Names of the letters that have been put back. */
  Set<String> done() throws IOException {
    Set<String> done = new HashSet<>();
    for (Path file : files(DONE)) {
      read(file).forEach(put -> done.add(put.letter()));
    }
    return done;
  }

  /** Runs of which nobody knows how far they came. */
  List<Run> open() throws IOException {
    List<Run> open = new ArrayList<>();
    for (Path file : files(PLANNED)) {
      String name = file.getName().substring(0, file.getName().length() - PLANNED.length());
      if (!folder.getFileSystem().exists(new Path(folder, name + DONE))) {
        open.add(new Run(name, read(file)));
      }
    }
    return open;
  }

  /** Notes what will be put. */
  Run plan(List<Put> puts, long nowMs) throws IOException {
    String name = Long.toString(nowMs);
    while (folder.getFileSystem().exists(new Path(folder, name + PLANNED))) {
      name = Long.toString(Long.parseLong(name) + 1);
    }
    write(name + PLANNED, puts, nowMs);
    return new Run(name, puts);
  }

  /** Notes what a run has put; what of its plan isn't there was not put. */
  void done(Run run, List<Put> puts, long nowMs) throws IOException {
    write(run.name() + DONE, puts, nowMs);
  }

  private void write(String name, List<Put> puts, long nowMs) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Put put : puts) {
      ObjectNode line = JSON.createObjectNode();
      line.put("letter", put.letter()).put("into", put.into());
      line.put("partition", put.partition()).put("from", put.from());
      line.put("brokers", put.brokers()).put("at", nowMs);
      lines.append(line).append('\n');
    }
    FileSystem files = folder.getFileSystem();
    Path unfinished = new Path(folder, "." + name);
    try (FSDataOutputStream out = files.create(unfinished, FileSystem.WriteMode.OVERWRITE)) {
      out.write(lines.toString().getBytes(UTF_8));
      out.sync();
    }
    if (!files.rename(unfinished, new Path(folder, name))) {
      throw new IOException("can't write " + new Path(folder, name));
    }
  }

  private List<Path> files(String suffix) throws IOException {
    return Arrays.stream(FolderListing.of(folder.getFileSystem(), folder))
        .map(FileStatus::getPath)
        .filter(path -> path.getName().endsWith(suffix) && !path.getName().startsWith("."))
        .sorted(Comparator.comparing(Path::getName))
        .toList();
  }

  private static List<Put> read(Path file) throws IOException {
    List<Put> puts = new ArrayList<>();
    try (InputStream in = file.getFileSystem().open(file)) {
      for (String text : new String(in.readAllBytes(), UTF_8).split("\n")) {
        if (!text.isEmpty()) {
          JsonNode line = JSON.readTree(text);
          puts.add(
              new Put(
                  line.path("letter").asText(),
                  line.path("into").asText(),
                  line.path("partition").asInt(),
                  line.path("from").asLong(),
                  line.path("brokers").asText("")));
        }
      }
    }
    return puts;
  }
}
