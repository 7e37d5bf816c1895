package io.spillway.cursor.log;

import io.spillway.cursor.CursorEvent;
import io.spillway.wire.LineReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Reads a folder of {@code .ndjson} files, or one of them, in the order of time. A file is written
 * by one writer in order, so files are sorted by their first event, and no event is held. Of files
 * that can't have what is wanted only the first line is read, or nothing.
 */
public final class EventLogReader {
  /**
   * How much writers' clocks, and a file system's, may differ before a file is wrongly left out.
   */
  private static final long SLACK_MS = 10 * 60 * 1000;

  /** No event comes near this. */
  static final int LONGEST_LINE = 128 << 20;

  private static final int FIRST_LINE = 1 << 12;
  private static final Pattern COUNTER = Pattern.compile("-(\\d{1,18})\\.ndjson$");

  private final Path root;
  private final CursorEventParser parser = new CursorEventParser();

  private record LogFile(Path path, long firstMs) {
    long counter() {
      Matcher m = COUNTER.matcher(path.getName());
      return m.find() ? Long.parseLong(m.group(1)) : 0;
    }
  }

  /**
   * @param root the folder or file
   */
  public EventLogReader(Path root) {
    this.root = root;
  }

  /**
   * Hands on every event that the filter takes.
   *
   * @return how many events were looked at
   * @throws IOException where a file can't be read or has a line that isn't an event, with its
   *     place
   */
  public long read(EventFilter filter, Consumer<CursorEvent> out) throws IOException {
    long count = 0;
    for (LogFile file : files(filter)) {
      count += read(file.path(), filter, out);
    }
    return count;
  }

  private long read(Path file, EventFilter filter, Consumer<CursorEvent> out) throws IOException {
    long line = 0;
    try (InputStream in = file.getFileSystem().open(file)) {
      LineReader lines = new LineReader(in, 0, LONGEST_LINE);
      while (lines.advance()) {
        line++;
        CursorEvent event = parse(lines, file, line);
        if (filter.takes(event)) {
          out.accept(event);
        }
      }
    }
    return line;
  }

  private List<LogFile> files(EventFilter filter) throws IOException {
    List<LogFile> files = new ArrayList<>();
    for (FileStatus status : list()) {
      if (isTooOld(status, filter) || !LogName.mayHave(status.getPath().getName(), filter)) {
        continue;
      }
      OptionalLong firstMs = firstMs(status.getPath());
      if (firstMs.isPresent() && firstMs.getAsLong() - SLACK_MS < filter.toMs()) {
        files.add(new LogFile(status.getPath(), firstMs.getAsLong()));
      }
    }
    files.sort(
        Comparator.comparingLong(LogFile::firstMs)
            .thenComparingLong(LogFile::counter)
            .thenComparing(file -> file.path().getName()));
    return files;
  }

  /** Nothing in a file is newer than the file. */
  private static boolean isTooOld(FileStatus file, EventFilter filter) {
    return file.getModificationTime() > 0
        && filter.fromMs() > Long.MIN_VALUE
        && file.getModificationTime() + SLACK_MS < filter.fromMs();
  }

  private List<FileStatus> list() throws IOException {
    FileSystem fileSystem = root.getFileSystem();
    FileStatus status = fileSystem.getFileStatus(root);
    if (!status.isDir()) {
      return List.of(status);
    }
    FileStatus[] all = fileSystem.listStatus(root);
    if (all == null) {
      throw new FileNotFoundException(root.toString());
    }
    List<FileStatus> logs = new ArrayList<>();
    for (FileStatus file : all) {
      String name = file.getPath().getName();
      // Flink's unfinished files begin with a dot
      if (!file.isDir() && name.endsWith(".ndjson") && !name.startsWith(".")) {
        logs.add(file);
      }
    }
    return logs;
  }

  private OptionalLong firstMs(Path file) throws IOException {
    try (InputStream in = file.getFileSystem().open(file)) {
      LineReader lines = new LineReader(in, 0, LONGEST_LINE, FIRST_LINE);
      return lines.advance() ? OptionalLong.of(parse(lines, file, 1).atMs()) : OptionalLong.empty();
    }
  }

  private CursorEvent parse(LineReader lines, Path file, long line) throws IOException {
    try {
      return parser.parse(lines.buffer(), lines.start(), lines.length());
    } catch (CursorEventParser.NoEventException e) {
      throw e.at(file + ", line " + line);
    }
  }
}
