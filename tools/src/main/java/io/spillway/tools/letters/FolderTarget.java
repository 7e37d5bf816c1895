package io.spillway.tools.letters;

import io.spillway.policy.DeadLetter;
import io.spillway.storage.FolderListing;
import io.spillway.tools.letters.ReplayLog.Put;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * A folder of partition files: each run adds one, {@code replay-<n>.ndjson}, that appears whole. A
 * file has no keys, headers or times of messages, so they stay behind; line breaks in a message,
 * which JSON allows between its tokens, become blanks.
 */
public final class FolderTarget implements ReplayTarget {
  private static final Pattern NAME = Pattern.compile("\\.?replay-(\\d{1,9})\\.ndjson");
  private final Path folder;

  /**
   * @param folder URI on any file system that Flink knows; made if it isn't there
   */
  public FolderTarget(String folder) {
    this.folder = new Path(folder);
  }

  @Override
  public List<Put> plan(List<DeadLetter> letters) throws IOException {
    int next = 0;
    for (FileStatus file : FolderListing.of(folder.getFileSystem(), folder)) {
      Matcher name = NAME.matcher(file.getPath().getName());
      if (name.matches()) {
        next = Math.max(next, Integer.parseInt(name.group(1)) + 1);
      }
    }
    String file = new Path(folder, "replay-" + next + ".ndjson").toString();
    List<Put> puts = new ArrayList<>();
    letters.forEach(letter -> puts.add(new Put(Replays.name(letter), file, -1, 0, "")));
    return puts;
  }

  @Override
  public boolean has(Put put) {
    return put.partition() < 0;
  }

  @Override
  public Set<String> found(List<Put> puts) throws IOException {
    Set<String> found = new HashSet<>();
    for (Put put : puts) {
      Path file = new Path(put.into());
      if (file.getFileSystem().exists(file)) {
        found.add(put.letter());
      }
    }
    return found;
  }

  @Override
  public void put(List<DeadLetter> letters, List<Put> puts) throws IOException {
    Path file = new Path(puts.get(0).into());
    FileSystem files = file.getFileSystem();
    Path unfinished = new Path(folder, "." + file.getName());
    try (FSDataOutputStream out = files.create(unfinished, FileSystem.WriteMode.OVERWRITE)) {
      for (DeadLetter letter : letters) {
        out.write(line(letter.original().value()));
      }
      out.sync();
    }
    if (!files.rename(unfinished, file)) {
      throw new IOException("can't write " + file);
    }
  }

  private static byte[] line(byte[] value) {
    byte[] line = Arrays.copyOf(value, value.length + 1);
    for (int i = 0; i < value.length; i++) {
      if (line[i] == '\n' || line[i] == '\r') {
        line[i] = ' ';
      }
    }
    line[value.length] = '\n';
    return line;
  }
}
