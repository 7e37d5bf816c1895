package io.spillway.tools.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What to look at in a demo's folder: commands with the paths that are there. */
public final class DemoPaths {
  private static final String INDEX = ".index";

  private DemoPaths() {}

  /** Lines of a shell, each with what it shows behind it. */
  public static List<String> commands(DemoFolder folder) throws IOException {
    Path out = folder.output();
    List<Path> files;
    try (Stream<Path> tree = Files.walk(out)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    List<String> commands = new ArrayList<>();
    commands.add("cat " + out.resolve("metadata") + "   # everything up to here is delivered");
    newestSchema(files)
        .ifPresent(schema -> commands.add("cat " + schema + "   # a table after a DDL"));
    index(files)
        .ifPresent(
            index -> {
              commands.add("cat " + index + "   # how far a reader may go");
              commands.add(
                  "ls -l " + index.getParent().getParent() + "   # one day of one version");
            });
    commands.add("head -n 1 " + folder.input().resolve("shop-0.ndjson") + "   # what came in");
    commands.add("cat " + folder.pipeline() + "   # the pipeline, to be changed and run again");
    commands.add("bin/spillway verify " + out + "   # the same verdict once more");
    return commands;
  }

  private static Optional<Path> newestSchema(List<Path> files) {
    return files.stream()
        .filter(file -> file.getFileName().toString().startsWith("schema_"))
        .max((a, b) -> Long.compare(version(a), version(b)));
  }

  private static long version(Path schema) {
    return Long.parseLong(schema.getFileName().toString().split("_")[1]);
  }

  private static Optional<Path> index(List<Path> files) {
    return files.stream().filter(f -> f.getFileName().toString().endsWith(INDEX)).findFirst();
  }
}
