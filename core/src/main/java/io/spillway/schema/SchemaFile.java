package io.spillway.schema;

import io.spillway.event.TableId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A schema file of the storage layout: what a table (or a database) looks like from a version on,
 * and the DDL that made it so. Names, key order and checksum are TiCDC's, so that its readers take
 * the file.
 *
 * @param structure the table; for a database-level file a database's own identity, without columns
 * @param version table version: commitTs of the DDL, or of the point from which rows are written
 * @param query the DDL statement; empty where the file only gives the structure
 * @param type TiDB's number of the DDL's kind; 0 where there is no statement
 */
public record SchemaFile(TableStructure structure, long version, String query, int type) {
  /** The version of a table before its first statement. */
  public static final long FIRST_VERSION = 1;

  private static final int FORMAT = 1;

  /** Format number in the bytes that the checksum covers: unlike the file's own it is 0. */
  private static final int HASHED_FORMAT = 0;

  private static final Pattern NAME = Pattern.compile("schema_(\\d+)_(\\d{10})\\.json");
  private static final Comparator<Column> BYTE_ORDER =
      (a, b) ->
          Arrays.compareUnsigned(
              a.name().getBytes(StandardCharsets.UTF_8), b.name().getBytes(StandardCharsets.UTF_8));

  public SchemaFile {
    if (structure.table().schema().isEmpty()) {
      throw new IllegalArgumentException("a schema file belongs to a database, this has none");
    }
    if (structure.table().isSchema() && !structure.columns().isEmpty()) {
      throw new IllegalArgumentException("a database has no columns: " + structure.table());
    }
    if (version < 0) {
      throw new IllegalArgumentException("negative table version " + version);
    }
  }

  /** What a schema file's name says. */
  public record Name(long version, long checksum) {
    @Override
    public String toString() {
      return "schema_%d_%010d.json".formatted(version, checksum);
    }
  }

  /** Whether a statement has made it, and not a table's first row. */
  public boolean isOfStatement() {
    return version != FIRST_VERSION;
  }

  /** File name, without a directory. */
  public String name() {
    return new Name(version, checksum()).toString();
  }

  /** Content of the file: UTF-8, no line end after the last brace. */
  public byte[] bytes() {
    CanonicalJson json = new CanonicalJson().open('{');
    head(json, FORMAT);
    json.key("TableVersion").number(version);
    json.key("Query").string(query);
    json.key("Type").number(type);
    json.key("TableColumns");
    if (structure.columns().isEmpty()) {
      json.nullValue();
    } else {
      columns(json, structure.columns());
    }
    return tail(json);
  }

  /**
   * CRC-32 of the structure, 0..2^32-1. Statement, kind and version don't count, and columns count
   * in byte order of their names, so equal structures have equal checksums.
   */
  public long checksum() {
    CRC32 crc = new CRC32();
    crc.update(hashedBytes());
    return crc.getValue();
  }

  byte[] hashedBytes() {
    CanonicalJson json = new CanonicalJson().open('{');
    head(json, HASHED_FORMAT);
    json.key("TableColumns");
    columns(json, structure.columns().stream().sorted(BYTE_ORDER).toList());
    return tail(json);
  }

  /**
   * Reads a file's content. Keys must be known, of the right type, not twice, and none may be
   * missing; layout and key order aren't judged (compare with {@link #bytes()} for that). Columns
   * with a {@code ColumnId} are refused: their checksum would cover what {@link Column} can't hold.
   */
  public static SchemaFile parse(byte[] content) throws InvalidSchemaFileException {
    return SchemaFileParser.parse(content);
  }

  /** Reads a file name, without a directory; empty where it isn't a schema file's. */
  public static Optional<Name> parseName(String fileName) {
    Matcher m = NAME.matcher(fileName);
    if (!m.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Name(Long.parseLong(m.group(1)), Long.parseLong(m.group(2))));
    } catch (NumberFormatException beyondLong) {
      return Optional.empty();
    }
  }

  private void head(CanonicalJson json, int format) {
    TableId table = structure.table();
    json.key("Table").string(table.table());
    json.key("Schema").string(table.schema());
    json.key("Version").number(format);
  }

  private byte[] tail(CanonicalJson json) {
    json.key("TableColumnsTotal").number(structure.columns().size());
    return json.close('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void columns(CanonicalJson json, List<Column> columns) {
    json.open('[');
    for (Column column : columns) {
      column(json.next(), column);
    }
    json.close(']');
  }

  private static void column(CanonicalJson json, Column column) {
    json.open('{');
    json.key("ColumnName").string(column.name());
    json.key("ColumnType").string(column.type());
    if (column.defaultJson() != null && !column.defaultJson().equals("null")) {
      json.key("ColumnDefault").raw(column.defaultJson());
    }
    text(json, "ColumnPrecision", column.precision());
    text(json, "ColumnScale", column.scale());
    text(json, "ColumnNullable", column.nullable() ? "" : "false");
    text(json, "ColumnIsPk", column.primaryKey() ? "true" : "");
    if (!column.elements().isEmpty()) {
      json.key("ColumnElems").open('[');
      column.elements().forEach(element -> json.next().string(element));
      json.close(']');
    }
    json.close('}');
  }

  private static void text(CanonicalJson json, String key, String value) {
    if (!value.isEmpty()) {
      json.key(key).string(value);
    }
  }
}
