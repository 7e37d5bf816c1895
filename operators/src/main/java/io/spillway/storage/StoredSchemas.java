package io.spillway.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.TableId;
import io.spillway.layout.Layout;
import io.spillway.layout.SchemaPath;
import io.spillway.schema.InvalidSchemaFileException;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.FileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schema files that stand in a bucket. */
final class StoredSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(StoredSchemas.class);

  private static final ObjectMapper JSON = new ObjectMapper();

  private StoredSchemas() {}

  /**
   * Versions that have a schema file at this moment, the damaged ones left out.
   *
   * @param known those that have a whole file, so that it is not read again
   */
  static List<Long> versions(BucketFiles bucket, TableId table, Set<Long> known)
      throws IOException {
    List<Long> versions = new ArrayList<>();
    String folder = folder(table);
    for (FileStatus file : bucket.list(folder)) {
      String path = folder + "/" + file.getPath().getName();
      Optional<SchemaPath> schema = Layout.parseSchema(path);
      if (schema.isPresent()
          && (known.contains(schema.get().name().version()) || isWhole(bucket, path))) {
        versions.add(schema.get().name().version());
      }
    }
    return versions;
  }

  private static String folder(TableId table) {
    String owner = table.isSchema() ? table.schema() : table.schema() + "/" + table.table();
    return owner + "/meta";
  }

  /** Objects of a store appear whole; a disk that lost its power may leave anything. */
  private static boolean isWhole(BucketFiles bucket, String schemaFile) throws IOException {
    if (bucket.isObjectStore()) {
      return true;
    }
    byte[] content = bucket.read(schemaFile);
    if (content == null || isJson(content)) {
      return content != null;
    }
    LOG.warn(
        "schema file {} is damaged ({} bytes) and counts as absent",
        bucket.at(schemaFile),
        content.length);
    return false;
  }

  private static boolean isJson(byte[] content) throws IOException {
    try {
      return JSON.readTree(content).isObject();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /** The columns of a table version; empty where it has no schema file that can be read. */
  static Optional<TableStructure> structure(BucketFiles bucket, TableId table, long version)
      throws IOException {
    String folder = folder(table);
    for (FileStatus file : bucket.list(folder)) {
      String path = folder + "/" + file.getPath().getName();
      Optional<SchemaPath> schema = Layout.parseSchema(path);
      if (schema.isPresent() && schema.get().name().version() == version) {
        byte[] content = bucket.read(path);
        try {
          if (content != null) {
            return Optional.of(SchemaFile.parse(content).structure());
          }
        } catch (InvalidSchemaFileException e) {
          LOG.warn(
              "schema file {} can't be read ({}) and counts as absent",
              bucket.at(path),
              e.getMessage());
        }
      }
    }
    return Optional.empty();
  }
}
