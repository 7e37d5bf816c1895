package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.EarlierEvents;
import io.spillway.wire.LineReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest event in a folder of {@code .ndjson} files. Lists the folder once and reads its newest
 * files, one or a few: every checkpoint has a file, and in it an event of the overall cursor.
 */
public final class NewestInFolder implements EarlierEvents {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(NewestInFolder.class);

  /** Some file systems tell times in whole seconds. */
  private static final long SAME_TIME_MS = 2000;

  private static final Comparator<CursorEvent> AGE =
      Comparator.comparingLong(CursorEvent::atMs)
          .thenComparingLong((CursorEvent event) -> event.step().seq());

  private final String folder;

  /**
   * @param folder as a URI
   */
  public NewestInFolder(String folder) {
    this.folder = folder;
  }

  @Override
  public Optional<CursorEvent> newest(CursorKey cursor) throws IOException {
    CursorEvent newest = null;
    long until = Long.MIN_VALUE;
    for (FileStatus file : newestFirst(cursor)) {
      if (newest != null && file.getModificationTime() < until) {
        break;
      }
      Optional<CursorEvent> last = last(file.getPath(), cursor);
      if (last.isPresent() && (newest == null || AGE.compare(last.get(), newest) > 0)) {
        newest = last.get();
        until = file.getModificationTime() - SAME_TIME_MS;
      }
    }
    return Optional.ofNullable(newest);
  }

  private List<FileStatus> newestFirst(CursorKey cursor) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    for (FileStatus file : list()) {
      String name = file.getPath().getName();
      if (!file.isDir()
          && !name.startsWith(".")
          && name.endsWith(".ndjson")
          && LogName.mayHave(name, cursor)) {
        files.add(file);
      }
    }
    files.sort(Comparator.comparingLong(FileStatus::getModificationTime).reversed());
    return files;
  }

  private FileStatus[] list() throws IOException {
    Path path = new Path(folder);
    FileSystem fileSystem = path.getFileSystem();
    try {
      FileStatus[] all = fileSystem.listStatus(path);
      return all == null ? new FileStatus[0] : all;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  private static Optional<CursorEvent> last(Path file, CursorKey cursor) throws IOException {
    CursorEventParser parser = new CursorEventParser();
    CursorEvent last = null;
    try (InputStream in = file.getFileSystem().open(file)) {
      LineReader lines = new LineReader(in, 0, EventLogReader.LONGEST_LINE);
      while (lines.advance()) {
        CursorEvent event = parser.parse(lines.buffer(), lines.start(), lines.length());
        if (event.cursor().equals(cursor)) {
          last = event;
        }
      }
    } catch (CursorEventParser.NoEventException e) {
      // a log that somebody has damaged must not keep the job from delivering
      LOG.warn("{} can't be read; nobody can tell a rewind from it: {}", file, e.getMessage());
    }
    return Optional.ofNullable(last);
  }
}
