package io.spillway.tools.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.TableId;
import io.spillway.layout.SchemaPath;
import io.spillway.schema.InvalidSchemaFileException;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import io.spillway.tools.verify.BucketFiles.Entry;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads and checks schema files, and knows which versions have one and which of them a DDL made.
 */
final class TableSchemas {
  private final BucketFiles files;
  private final FaultLog faults;
  private final Map<TableId, Set<Long>> versions = new HashMap<>();
  private final Map<TableId, Map<Long, TableStructure>> structures = new HashMap<>();
  private final Map<TableId, NavigableSet<Long>> ddls = new HashMap<>();

  TableSchemas(BucketFiles files, FaultLog faults) {
    this.files = files;
    this.faults = faults;
  }

  void add(SchemaPath path, Entry entry) throws IOException {
    versions.computeIfAbsent(path.table(), t -> new TreeSet<>()).add(path.name().version());
    byte[] content = files.read(entry, TableSchemas::parses);
    try {
      SchemaFile file = SchemaFile.parse(content);
      check(path, entry.name(), file, content);
      structures
          .computeIfAbsent(path.table(), t -> new HashMap<>())
          .put(path.name().version(), file.structure());
      if (!file.query().isEmpty()) {
        ddls.computeIfAbsent(path.table(), t -> new TreeSet<>()).add(path.name().version());
      }
    } catch (InvalidSchemaFileException e) {
      faults.add(FaultKind.SCHEMA_CONTENT, entry.name(), e.getMessage());
    }
  }

  /** The columns of a table version; empty where it has no schema file that can be read. */
  Optional<TableStructure> structure(TableId table, long version) {
    return Optional.ofNullable(structures.getOrDefault(table, Map.of()).get(version));
  }

  boolean has(TableId table, long version) {
    return versions.getOrDefault(table, Set.of()).contains(version);
  }

  /** The first DDL of a table after a version; Long.MAX_VALUE for none. */
  long nextDdl(TableId table, long version) {
    NavigableSet<Long> known = ddls.get(table);
    Long next = known == null ? null : known.higher(version);
    return next == null ? Long.MAX_VALUE : next;
  }

  private void check(SchemaPath path, String name, SchemaFile file, byte[] content) {
    TableId table = file.structure().table();
    if (!table.equals(path.table())) {
      faults.add(FaultKind.SCHEMA_TABLE, name, "content is of " + table);
    }
    if (file.checksum() != path.name().checksum()) {
      faults.add(FaultKind.SCHEMA_CHECKSUM, name, "content has %010d".formatted(file.checksum()));
    }
    if (file.version() != path.name().version()) {
      faults.add(FaultKind.SCHEMA_VERSION, name, "content has " + file.version());
    }
    byte[] canonical = file.bytes();
    int at = Arrays.mismatch(canonical, content);
    if (at >= 0) {
      long line = 1 + new String(content, 0, at, UTF_8).chars().filter(c -> c == '\n').count();
      faults.add(FaultKind.SCHEMA_BYTES, name, "differs from line " + line + " on");
    }
  }

  private static boolean parses(byte[] content) {
    try {
      SchemaFile.parse(content);
      return true;
    } catch (InvalidSchemaFileException e) {
      return false;
    }
  }
}
