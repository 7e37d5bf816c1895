package io.spillway.tools.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of a demo, known by a mark so that nothing else is ever deleted. */
public final class DemoFolder {
  private static final String MARK = ".spillway-demo";

  private final Path root;

  private DemoFolder(Path root) {
    this.root = root;
  }

  /**
   * Makes the folder, or empties it where it is that of an earlier demo.
   *
   * @throws NotADemoException where there is something else; it is left as it is
   */
  public static DemoFolder claim(Path root) throws IOException, NotADemoException {
    if (Files.exists(root) && !isFree(root)) {
      if (!Files.isRegularFile(root.resolve(MARK))) {
        throw new NotADemoException(root);
      }
      deleteTree(root);
    }
    Files.createDirectories(root);
    Files.write(root.resolve(MARK), new byte[0]);
    return new DemoFolder(root);
  }

  private static boolean isFree(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return false;
    }
    try (Stream<Path> children = Files.list(root)) {
      return children.findAny().isEmpty();
    }
  }

  /** The mark goes last: a demo that was deleted in part is still known as one. */
  private static void deleteTree(Path root) throws IOException {
    List<Path> all;
    try (Stream<Path> tree = Files.walk(root)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    Path mark = root.resolve(MARK);
    for (Path path : all) {
      if (!path.equals(mark) && !path.equals(root)) {
        Files.delete(path);
      }
    }
    Files.delete(mark);
  }

  public Path input() {
    return root.resolve("in");
  }

  public Path output() {
    return root.resolve("out");
  }

  /** What Flink's own sink makes of the input. */
  public Path plain() {
    return root.resolve("plain");
  }

  public Path report() {
    return root.resolve("report.html");
  }

  public Path pipeline() {
    return root.resolve("pipeline.yaml");
  }

  /** The folder is there and no demo has made it. */
  public static final class NotADemoException extends Exception {
    private static final long serialVersionUID = 1L;

    NotADemoException(Path root) {
      super(root + " is there and isn't the folder of an earlier demo: name another with --out");
    }
  }
}
