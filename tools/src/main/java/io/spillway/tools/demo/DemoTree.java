package io.spillway.tools.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A folder as a tree of lines, each folder cut to its first few entries. */
public final class DemoTree {
  private static final int ENTRIES = 3;
  private static final Comparator<Path> FOLDERS_FIRST =
      Comparator.comparing((Path path) -> !Files.isDirectory(path))
          .thenComparing(Comparator.naturalOrder());

  private final List<String> lines = new ArrayList<>();

  private DemoTree() {}

  /** The lines; folders whose names begin with {@code _} or {@code .} are left out. */
  public static List<String> lines(Path root) throws IOException {
    DemoTree tree = new DemoTree();
    tree.folder(root, "  ");
    return tree.lines;
  }

  private void folder(Path folder, String indent) throws IOException {
    List<Path> entries;
    try (Stream<Path> children = Files.list(folder)) {
      entries = children.filter(DemoTree::isShown).sorted(FOLDERS_FIRST).toList();
    }
    for (Path entry : entries.subList(0, Math.min(ENTRIES, entries.size()))) {
      if (Files.isDirectory(entry)) {
        lines.add(indent + entry.getFileName() + "/");
        folder(entry, indent + "  ");
      } else {
        lines.add(
            String.format(
                Locale.ROOT, "%s%s  %,d bytes", indent, entry.getFileName(), Files.size(entry)));
      }
    }
    if (entries.size() > ENTRIES) {
      lines.add(indent + "... " + (entries.size() - ENTRIES) + " more");
    }
  }

  private static boolean isShown(Path path) {
    String name = path.getFileName().toString();
    return !name.startsWith("_") && !name.startsWith(".");
  }
}
