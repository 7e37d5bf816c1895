package io.spillway.engines.hdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What tests have done by Hadoop's own client. A command is a line of words with tabs between, and
 * so is its answer:
 *
 * <ul>
 *   <li>{@code list FOLDER}: paths of all files below it, without the folder's
 *   <li>{@code copy FOLDER LOCAL}: copies a folder
 *   <li>{@code read FILE}: its content, blanks for ends of lines; nothing where it isn't there
 *   <li>{@code create FILE}: makes a file with a line in it
 *   <li>{@code folder FOLDER MODE}: makes a folder with rights in octal
 *   <li>{@code watch FILE}, {@code watched}: see {@link FileWatch}
 *   <li>{@code safe on|off}: safe mode
 *   <li>{@code quota FOLDER BYTES}: the most that a folder may hold
 * </ul>
 */
final class FileCommands {
  private static final String DONE = "DONE";

  private final DistributedFileSystem files;
  private FileWatch watch;

  FileCommands(DistributedFileSystem files) {
    this.files = files;
  }

  String obey(String[] words) throws IOException, InterruptedException {
    Path path = words.length > 1 && words[1].startsWith("/") ? new Path(words[1]) : null;
    switch (words[0]) {
      case "list":
        return list(path);
      case "copy":
        copy(path, words[2]);
        return DONE;
      case "read":
        return "READ\t" + read(path);
      case "create":
        try (FSDataOutputStream out = files.create(path)) {
          out.write("nobody's\n".getBytes(StandardCharsets.UTF_8));
        }
        return DONE;
      case "folder":
        files.mkdirs(path);
        files.setPermission(path, new FsPermission(words[2]));
        return DONE;
      case "watch":
        watch = FileWatch.of(files, path);
        return DONE;
      case "watched":
        return watch.end();
      case "safe":
        boolean enter = words[1].equals("on");
        files.setSafeMode(enter ? SafeModeAction.ENTER : SafeModeAction.LEAVE);
        return DONE;
      case "quota":
        files.setQuota(path, Long.MAX_VALUE, Long.parseLong(words[2]));
        return DONE;
      default:
        return "UNKNOWN " + words[0];
    }
  }

  private String read(Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /** Hadoop's own copy starts a process for each file, which sets its rights. */
  private void copy(Path folder, String to) throws IOException {
    String prefix = folder.toString() + "/";
    for (RemoteIterator<LocatedFileStatus> all = files.listFiles(folder, true); all.hasNext(); ) {
      Path file = all.next().getPath();
      java.nio.file.Path local =
          java.nio.file.Path.of(to, file.toUri().getPath().substring(prefix.length()));
      Files.createDirectories(local.getParent());
      try (FSDataInputStream in = files.open(file)) {
        Files.copy(in, local);
      }
    }
  }

  private String list(Path folder) throws IOException {
    StringBuilder found = new StringBuilder("FILES");
    try {
      String prefix = folder.toString() + "/";
      for (RemoteIterator<LocatedFileStatus> all = files.listFiles(folder, true); all.hasNext(); ) {
        String path = all.next().getPath().toUri().getPath();
        found.append('\t').append(path.substring(prefix.length()));
      }
    } catch (FileNotFoundException e) {
      // nothing was written there yet, or a file went away meanwhile
      return found.toString();
    }
    return found.toString();
  }
}
