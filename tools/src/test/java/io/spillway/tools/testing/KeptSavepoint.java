package io.spillway.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is kept of one released version below {@code savepoints/}: {@code input/} with all messages,
 * and for each format {@code <format>/savepoint} with {@code <format>/bucket} as the bucket was
 * then. Both were made by a Kafka source after the first part of the input. Nothing in it names a
 * place.
 *
 * @param folder {@code savepoints/<version>}
 * @param share of each partition's messages that had been read
 * @param formats names of the savepoints
 * @param spooled rows in the spool, by format in the same order
 */
public record KeptSavepoint(Path folder, double share, List<String> formats, List<Long> spooled) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MANIFEST = "manifest.json";

  /** All versions kept; fails where something is there that no manifest names, or is missing. */
  public static List<KeptSavepoint> all(Path savepoints) throws IOException {
    List<KeptSavepoint> kept = new ArrayList<>();
    try (Stream<Path> children = Files.list(savepoints)) {
      for (Path child : children.filter(Files::isDirectory).sorted().toList()) {
        if (!child.endsWith("target")) {
          kept.add(read(child));
        }
      }
    }
    return kept;
  }

  private static KeptSavepoint read(Path folder) throws IOException {
    JsonNode manifest = JSON.readTree(folder.resolve(MANIFEST).toFile());
    List<String> formats = new ArrayList<>();
    List<Long> spooled = new ArrayList<>();
    manifest
        .get("spooledRows")
        .fields()
        .forEachRemaining(
            entry -> {
              formats.add(entry.getKey());
              spooled.add(entry.getValue().asLong());
            });
    TreeSet<String> wanted = new TreeSet<>(formats);
    wanted.addAll(List.of(MANIFEST, "input"));
    TreeSet<String> there = new TreeSet<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(child -> there.add(child.getFileName().toString()));
    }
    if (!there.equals(wanted)) {
      throw new AssertionError(folder + " should have " + wanted + " and has " + there);
    }
    return new KeptSavepoint(folder, manifest.get("share").asDouble(), formats, spooled);
  }

  public Path input() {
    return folder.resolve("input");
  }

  public Path savepoint(String format) {
    return folder.resolve(format).resolve("savepoint");
  }

  public Path bucket(String format) {
    return folder.resolve(format).resolve("bucket");
  }

  /** Writes the manifest. */
  public void write(String what) throws IOException {
    ObjectNode manifest = JSON.createObjectNode();
    manifest.put("version", folder.getFileName().toString());
    manifest.put("what", what);
    manifest.put("share", share);
    ObjectNode rows = manifest.putObject("spooledRows");
    for (int i = 0; i < formats.size(); i++) {
      rows.put(formats.get(i), spooled.get(i));
    }
    JSON.writerWithDefaultPrettyPrinter().writeValue(folder.resolve(MANIFEST).toFile(), manifest);
  }

  /** Copies a folder with all that is in it but what begins with a dot. */
  public static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().startsWith(".")) {
          Path target = to.resolve(from.relativize(file).toString());
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
  }
}
