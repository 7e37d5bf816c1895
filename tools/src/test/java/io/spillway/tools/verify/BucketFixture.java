package io.spillway.tools.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.TableId;
import io.spillway.layout.Layout;
import io.spillway.schema.Column;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A small bucket on disk: {@code shop.orders} with a CREATE at {@link #V1} and an ALTER at {@link
 * #V2}, {@code shop.items} without a DDL and with two dispatchers. Tests break it.
 */
final class BucketFixture {
  static final long V1 = 1000;
  static final long V2 = 2000;
  static final long CHECKPOINT_TS = 2500;
  static final String CREATE =
      "CREATE TABLE `orders` (`id` BIGINT PRIMARY KEY, `name` VARCHAR(64))";
  static final String ALTER = "ALTER TABLE `orders` ADD COLUMN `note` TEXT";
  static final String DAY = "shop/orders/1000/2026-01-15";
  static final String NEXT_DAY = "shop/orders/1000/2026-01-16";
  static final String ALTERED = "shop/orders/2000/2026-01-16";
  static final String ITEMS = "shop/items/900/2026-01-15";

  private final Path root;

  private BucketFixture(Path root) {
    this.root = root;
  }

  static BucketFixture good(Path root) {
    BucketFixture bucket = new BucketFixture(root);
    bucket.write("metadata", new String(Layout.metadata(CHECKPOINT_TS), UTF_8));
    bucket.schema(new SchemaFile(structure("", List.of()), 500, "CREATE DATABASE `shop`", 1));
    bucket.schema(new SchemaFile(orders(), V1, CREATE, 3));
    bucket.schema(new SchemaFile(altered(), V2, ALTER, 5));
    bucket.schema(new SchemaFile(structure("items", columns()), 900, "", 0));
    bucket.rows(DAY + "/CDC000001.json", row("orders", 1001, 1), row("orders", 1001, 2));
    bucket.rows(DAY + "/CDC000002.json", row("orders", 1001, 3), row("orders", 1500, 4));
    bucket.write(DAY + "/meta/CDC.index", "CDC000002.json\n");
    bucket.rows(NEXT_DAY + "/CDC000001.json", row("orders", 1600, 5), row("orders", V2, 6));
    bucket.write(NEXT_DAY + "/meta/CDC.index", "CDC000001.json\n");
    bucket.rows(ALTERED + "/CDC000001.json", row("orders", 2001, 7), row("orders", 2700, 8));
    bucket.write(ALTERED + "/meta/CDC.index", "CDC000001.json\n");
    bucket.rows(ITEMS + "/CDC_12345_000001.json", row("items", 1700, 1));
    bucket.write(ITEMS + "/meta/CDC_12345.index", "CDC_12345_000001.json\n");
    bucket.rows(ITEMS + "/CDC_678_000001.json", row("items", 901, 2), row("items", 901, 3));
    bucket.write(ITEMS + "/meta/CDC_678.index", "CDC_678_000001.json\n");
    bucket.write("_cursor/2026-01-15--10/part-0-0", "{}\n");
    bucket.write(DAY + "/.CDC000003.json.inprogress.8f1c", "{\"id\":0");
    return bucket;
  }

  static List<Column> columns() {
    return List.of(
        new Column("id", "BIGINT", null, "20", "", false, true, List.of()),
        new Column("name", "VARCHAR", null, "64", "", true, false, List.of()));
  }

  static TableStructure orders() {
    return structure("orders", columns());
  }

  private static TableStructure altered() {
    List<Column> columns = new ArrayList<>(columns());
    columns.add(new Column("note", "TEXT", null, "", "", true, false, List.of()));
    return structure("orders", columns);
  }

  static TableStructure structure(String table, List<Column> columns) {
    return new TableStructure(new TableId("shop", table), columns);
  }

  static String schemaPath(SchemaFile file) {
    return Layout.schemaPath(file.structure().table(), file.name());
  }

  static String schemaOfV1() {
    return schemaPath(new SchemaFile(orders(), V1, CREATE, 3));
  }

  static String schemaOfV2() {
    return schemaPath(new SchemaFile(altered(), V2, ALTER, 5));
  }

  static String row(String table, long commitTs, int id) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"%s\",\"pkNames\":[\"id\"],"
            + "\"isDdl\":false,\"type\":\"INSERT\",\"es\":%d,\"ts\":1768472430951,\"sql\":\"\","
            + "\"old\":null,\"data\":[{\"id\":\"%d\",\"name\":\"Ann, \\\"B\\\" é\"}],"
            + "\"_tidb\":{\"commitTs\":%d}}")
        .formatted(table, commitTs >> 18, id, commitTs);
  }

  void schema(SchemaFile file) {
    write(schemaPath(file), new String(file.bytes(), UTF_8));
  }

  void rows(String path, String... rows) {
    write(path, String.join("\r\n", rows) + "\r\n");
  }

  void write(String path, String content) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String read(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces text that must be there. */
  void edit(String path, String part, String by) {
    String before = read(path);
    if (!before.contains(part)) {
      throw new IllegalStateException(path + " has no " + part);
    }
    write(path, before.replace(part, by));
  }

  void delete(String path) {
    try {
      Files.delete(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void move(String from, String to) {
    write(to, read(from));
    delete(from);
  }

  org.apache.flink.core.fs.Path path() {
    return new org.apache.flink.core.fs.Path(root.toUri());
  }

  VerifyReport verify(boolean live) throws IOException {
    return new BucketVerifier(live, 1000, () -> {}).verify(path(), (files, rows, bytes) -> {});
  }
}
