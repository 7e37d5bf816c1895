package io.spillway.job.letters;

import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterJson;
import io.spillway.policy.DeadLetterParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Letters that are too large for a topic, a file each, in the form of {@link DeadLetterJson}. */
public final class LetterFiles implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String folder;

  /**
   * @param folder URI on any file system that Flink knows
   */
  public LetterFiles(String folder) {
    this.folder = folder;
  }

  /** Writes the letter, over the file of an earlier attempt; gives its URI. */
  String put(DeadLetter letter) throws IOException {
    String name =
        letter.position().toString().replaceAll("[^A-Za-z0-9@._-]", "_")
            + "-"
            + letter.failure().stage()
            + ".letter";
    Path path = new Path(folder, name);
    try (FSDataOutputStream out =
        path.getFileSystem().create(path, FileSystem.WriteMode.OVERWRITE)) {
      new DeadLetterJson().write(letter, out);
      out.sync();
    }
    return path.toString();
  }

  static DeadLetter get(String file) throws IOException {
    Path path = new Path(file);
    try (InputStream in = path.getFileSystem().open(path)) {
      return new DeadLetterParser().parse(in.readAllBytes());
    }
  }
}
