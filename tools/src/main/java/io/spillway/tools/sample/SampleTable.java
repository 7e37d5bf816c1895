package io.spillway.tools.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** One table: its columns, its keys, and the parts of its messages that only a DDL changes. */
final class SampleTable {
  /** Keys among which an UPDATE or DELETE finds one. */
  private static final int RECENT = 32;

  private static final String[] NAMES = {
    "orders", "order_items", "customers", "payments", "products", "stock", "carts", "reviews"
  };

  private final String name;
  private final int partition;
  private final List<String> added = new ArrayList<>();
  private final long[] recent = new long[RECENT];
  private int recentCount;
  private long nextId = 1;
  private byte[] head;
  private byte[] types;

  SampleTable(int index, int partitions) {
    this.name = NAMES[index % NAMES.length] + "_" + index / NAMES.length;
    CRC32 crc = new CRC32();
    crc.update((SampleMessages.DATABASE + name).getBytes(StandardCharsets.UTF_8));
    this.partition = (int) (crc.getValue() % partitions);
    build();
  }

  String name() {
    return name;
  }

  int partition() {
    return partition;
  }

  /** Columns behind {@code id}, {@code name} and {@code note}. */
  List<String> added() {
    return added;
  }

  /** Adds a column; gives the statement. */
  String addColumn() {
    String column = "c" + added.size();
    added.add(column);
    build();
    return "ALTER TABLE `" + name + "` ADD COLUMN `" + column + "` TEXT";
  }

  String create() {
    return "CREATE TABLE `"
        + name
        + "` (`id` BIGINT NOT NULL PRIMARY KEY, `name` VARCHAR(64), `note` TEXT)";
  }

  long insert() {
    if (recentCount < RECENT) {
      recent[recentCount++] = nextId;
    } else {
      recent[(int) (nextId % RECENT)] = nextId;
    }
    return nextId++;
  }

  boolean hasRows() {
    return recentCount > 0;
  }

  long update(SplittableRandom random) {
    return recent[random.nextInt(recentCount)];
  }

  long delete(SplittableRandom random) {
    int at = random.nextInt(recentCount);
    long id = recent[at];
    recent[at] = recent[--recentCount];
    return id;
  }

  /** A message up to its type. */
  byte[] head() {
    return head;
  }

  /** The columns' types. */
  byte[] types() {
    return types;
  }

  private void build() {
    head =
        ("{\"id\":0,\"database\":\""
                + SampleMessages.DATABASE
                + "\",\"table\":\""
                + name
                + "\",\"pkNames\":[\"id\"],\"isDdl\":false,\"type\":\"")
            .getBytes(StandardCharsets.UTF_8);
    StringBuilder sql = new StringBuilder(",\"sql\":\"\",\"sqlType\":{\"id\":-5,\"name\":12");
    StringBuilder mysql =
        new StringBuilder("},\"mysqlType\":{\"id\":\"bigint\",\"name\":\"varchar\"");
    sql.append(",\"note\":2005");
    mysql.append(",\"note\":\"text\"");
    for (String column : added) {
      sql.append(",\"").append(column).append("\":2005");
      mysql.append(",\"").append(column).append("\":\"text\"");
    }
    types = sql.append(mysql).append("},\"old\":").toString().getBytes(StandardCharsets.UTF_8);
  }
}
