package io.spillway.job.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One look at a bucket by the rules of a reader of TiCDC's layout: {@code metadata} first, then
 * data and index files, then schema files. Shares no code with the writer.
 */
final class Bucket {
  private static final Pattern DATA =
      Pattern.compile(
          "(?<dir>(?<schema>[^/]+)/(?<table>[^/]+)/(?<version>\\d+)"
              + "(?:/(?:\\d{4}|\\d{4}-\\d\\d|\\d{4}-\\d\\d-\\d\\d))?)"
              + "/CDC(?:_(?<dispatcher>.+)_)?(?<number>\\d+)\\.json");
  private static final Pattern INDEX =
      Pattern.compile("(?<dir>.+)/meta/CDC(?:_(?<dispatcher>.+))?\\.index");
  private static final Pattern INDEX_CONTENT =
      Pattern.compile("CDC(?:_.+_)?(?<number>\\d+)\\.json\n");
  private static final Pattern SCHEMA =
      Pattern.compile("(?:[^/]+/){1,2}meta/schema_(?<version>\\d+)_(?<checksum>\\d{10})\\.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Files of one directory that share a numbering. */
  record Series(String dir, String table, long version, String dispatcher)
      implements Comparable<Series> {
    @Override
    public int compareTo(Series other) {
      int byDir = dir.compareTo(other.dir);
      return byDir == 0 ? dispatcher.compareTo(other.dispatcher) : byDir;
    }
  }

  /** A schema file: its table ({@code schema.table}), version and statement. */
  record Schema(String table, long version, String query) {}

  final List<String> faults = new ArrayList<>();
  final Map<Series, TreeMap<Long, Path>> files = new TreeMap<>();

  /** Number of the last file that an index file covers. */
  final Map<Series, Long> covered = new TreeMap<>();

  final List<Schema> schemas = new ArrayList<>();

  /** The root file's checkpoint-ts; 0 where there is none. */
  long checkpointTs;

  private final Path root;

  private Bucket(Path root) {
    this.root = root;
  }

  static Bucket read(Path root) throws IOException {
    Bucket bucket = new Bucket(root);
    bucket.readMetadata();
    Set<String> first = bucket.list();
    for (String path : first) {
      bucket.readData(path);
    }
    for (String path : first) {
      bucket.readIndex(path);
    }
    for (String path : bucket.list()) {
      bucket.readSchema(path);
    }
    return bucket;
  }

  private void readMetadata() throws IOException {
    Path metadata = root.resolve("metadata");
    if (Files.exists(metadata)) {
      checkpointTs = JSON.readTree(metadata.toFile()).get("checkpoint-ts").asLong();
    }
  }

  /** Everything below the root that a reader looks at, as relative paths. */
  private Set<String> list() throws IOException {
    Set<String> paths = new TreeSet<>();
    if (Files.exists(root)) {
      list(root, paths);
    }
    return paths;
  }

  private void list(Path folder, Set<String> paths) throws IOException {
    List<Path> entries;
    try (Stream<Path> listed = Files.list(folder)) {
      entries = listed.toList();
    } catch (NoSuchFileException e) {
      return;
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (name.startsWith(".")) {
        continue;
      }
      if (!Files.isDirectory(entry)) {
        paths.add(root.relativize(entry).toString());
      } else if (!name.startsWith("_")) {
        list(entry, paths);
      }
    }
  }

  private void readData(String path) {
    Matcher m = DATA.matcher(path);
    if (m.matches()) {
      Series series =
          new Series(
              m.group("dir"),
              m.group("schema") + "." + m.group("table"),
              Long.parseLong(m.group("version")),
              text(m.group("dispatcher")));
      Path before =
          files
              .computeIfAbsent(series, s -> new TreeMap<>())
              .put(Long.parseLong(m.group("number")), root.resolve(path));
      if (before != null) {
        faults.add("two files of one number: " + path + " and " + before);
      }
    } else if (path.contains("/CDC") && !path.endsWith(".index")) {
      faults.add("not a name of a data file: " + path);
    }
  }

  private static String text(String group) {
    return group == null ? "" : group;
  }

  private void readIndex(String path) throws IOException {
    Matcher m = INDEX.matcher(path);
    if (!m.matches()) {
      return;
    }
    String content = Files.readString(root.resolve(path));
    Matcher named = INDEX_CONTENT.matcher(content);
    if (!named.matches()) {
      faults.add("index file " + path + " says " + content);
      return;
    }
    if (!Files.exists(root.resolve(m.group("dir")).resolve(content.strip()))) {
      faults.add("index file " + path + " names a file that is not there: " + content.strip());
    }
    for (Series series : files.keySet()) {
      if (series.dir().equals(m.group("dir"))
          && series.dispatcher().equals(text(m.group("dispatcher")))) {
        covered.put(series, Long.parseLong(named.group("number")));
      }
    }
  }

  private void readSchema(String path) throws IOException {
    Matcher m = SCHEMA.matcher(path);
    if (!m.matches()) {
      return;
    }
    String text = Files.readString(root.resolve(path));
    JsonNode json = JSON.readTree(text);
    long version = Long.parseLong(m.group("version"));
    if (json.get("TableVersion").asLong() != version) {
      faults.add("schema file " + path + " says version " + json.get("TableVersion"));
    }
    if (!SchemaText.of(json).equals(text)) {
      faults.add("schema file " + path + " is not in the canonical form");
    }
    if (!SchemaText.checksum(json).equals(m.group("checksum"))) {
      faults.add("schema file " + path + " has checksum " + SchemaText.checksum(json));
    }
    schemas.add(
        new Schema(
            json.get("Schema").asText() + "." + json.get("Table").asText(),
            version,
            json.get("Query").asText()));
  }

  /** The lines of a data file. */
  static List<String> lines(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    if (!text.endsWith("\r\n")) {
      throw new AssertionError(file + " does not end with CR LF");
    }
    return List.of(text.substring(0, text.length() - 2).split("\r\n", -1));
  }
}
