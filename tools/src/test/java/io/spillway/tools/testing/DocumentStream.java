package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.event.CommitTs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A made-up stream whose documents are easily got wrong, and what they must be at its end: columns
 * of many types, rows that come back after their deletion, keys that are exchanged or moved, a
 * deletion and its row in one transaction, and messages that come again. The end is worked out
 * beside the messages, not from them.
 */
public final class DocumentStream {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An oracle's timestamps have a logical part. */
  private static final long START = CommitTs.ofMillis(1_768_472_430_000L) + 1;

  private static final int TABLES = 6;
  private static final int PARTITIONS = 3;
  private static final int KEYS = 400;
  private static final int RESOLVED_EVERY = 40;

  private final Random random;
  private final List<List<byte[]>> partitions = new ArrayList<>();

  /** Of each partition, where the messages begin that it has not resolved. */
  private final int[] resolved = new int[PARTITIONS];

  private final Map<String, String> documents = new TreeMap<>();
  private final List<Map<Integer, Values>> rows = new ArrayList<>();
  private long commitTs = START;

  /**
   * A row but for its key.
   *
   * @param sent as canal-json has it
   * @param document its fields behind the key, as JSON
   */
  private record Values(ObjectNode sent, String document) {}

  /**
   * @param steps changes; some are of several rows
   */
  public DocumentStream(long seed, int steps) throws IOException {
    random = new Random(seed);
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(new ArrayList<>());
    }
    for (int i = 0; i < TABLES; i++) {
      rows.add(new TreeMap<>());
    }
    for (int step = 1; step <= steps; step++) {
      commitTs += 1L << 18;
      change(random.nextInt(TABLES));
      if (step % RESOLVED_EVERY == 0) {
        resolve();
      }
    }
    resolve();
  }

  public Partitions partitions() {
    return new Partitions(partitions);
  }

  /** Commit timestamp of the last change. */
  public long last() {
    return commitTs;
  }

  /** {@code index/id} to version and source, as {@link SearchEngine#documents()} has them. */
  public Map<String, String> documents() throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (Map.Entry<String, String> document : documents.entrySet()) {
      String[] parts = document.getValue().split(" ", 2);
      all.put(document.getKey(), parts[0] + " " + SearchEngine.canonical(parts[1]));
    }
    return all;
  }

  private void change(int table) throws IOException {
    int key = random.nextInt(KEYS);
    int other = random.nextInt(KEYS);
    Map<Integer, Values> there = rows.get(table);
    int kind = random.nextInt(100);
    if (!there.containsKey(key)) {
      // also where it has been deleted before
      put(table, key, "INSERT", key);
    } else if (kind < 45) {
      put(table, key, "UPDATE", key);
    } else if (kind < 65) {
      delete(table, key);
    } else if (kind < 75 && there.containsKey(other) && other != key) {
      exchange(table, key, other);
    } else if (kind < 85 && !there.containsKey(other)) {
      move(table, key, other);
    } else if (kind < 92) {
      // TiCDC splits a change of a key in two where rows are dealt out by their keys
      delete(table, key);
      put(table, key, "INSERT", key);
    } else {
      repeat(table % PARTITIONS);
    }
  }

  private void put(int table, int key, String type, int oldKey) throws IOException {
    Values values = values();
    send(table, key, type, values, oldKey);
    keep(table, key, values);
  }

  private void delete(int table, int key) throws IOException {
    send(table, key, "DELETE", rows.get(table).remove(key), key);
    documents.remove(place(table, key));
  }

  /** In one transaction; either of the two rows may stand first. */
  private void exchange(int table, int one, int other) throws IOException {
    Values ofOne = values();
    Values ofOther = values();
    boolean turned = random.nextBoolean();
    send(table, turned ? other : one, "UPDATE", turned ? ofOther : ofOne, turned ? one : other);
    send(table, turned ? one : other, "UPDATE", turned ? ofOne : ofOther, turned ? other : one);
    keep(table, one, ofOne);
    keep(table, other, ofOther);
  }

  private void move(int table, int from, int to) throws IOException {
    rows.get(table).remove(from);
    documents.remove(place(table, from));
    put(table, to, "UPDATE", from);
  }

  private void keep(int table, int key, Values values) {
    rows.get(table).put(key, values);
    documents.put(place(table, key), commitTs + " {\"id\":" + key + "," + values.document() + "}");
  }

  private static String place(int table, int key) {
    return "shop.t" + table + "/" + key;
  }

  private void send(int table, int key, String type, Values values, int oldKey) throws IOException {
    ObjectNode message = JSON.createObjectNode();
    message.put("id", 0).put("database", "shop").put("table", "t" + table).put("type", type);
    message.put("isDdl", false).put("sql", "").putNull("sqlType");
    message.put("es", CommitTs.millis(commitTs)).put("ts", CommitTs.millis(commitTs));
    message.putArray("pkNames").add("id");
    ObjectNode types = message.putObject("mysqlType").put("id", "bigint");
    Column.ALL.forEach(column -> types.put(column.name(), column.type()));
    row(message.putArray("data"), key, values);
    if (type.equals("UPDATE")) {
      row(message.putArray("old"), oldKey, values);
    } else {
      message.putNull("old");
    }
    message.putObject("_tidb").put("commitTs", commitTs);
    partitions.get(table % PARTITIONS).add(JSON.writeValueAsBytes(message));
  }

  private static void row(ArrayNode rows, int key, Values values) {
    rows.addObject().put("id", "" + key).setAll(values.sent());
  }

  private Values values() {
    ObjectNode sent = JSON.createObjectNode();
    List<String> document = new ArrayList<>();
    for (Column column : Column.ALL) {
      Column.Value value = random.nextInt(12) == 0 ? Column.Value.NULL : column.value().of(random);
      sent.put(column.name(), value.sent());
      document.add("\"" + column.name() + "\":" + value.document());
    }
    return new Values(sent, String.join(",", document));
  }

  private void resolve() {
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.get(i).add(Messages.resolved(commitTs));
      resolved[i] = partitions.get(i).size();
    }
  }

  /** What the upstream has sent since it last resolved, and some of what stands before that. */
  private void repeat(int partition) {
    List<byte[]> messages = partitions.get(partition);
    int from = Math.max(0, resolved[partition] - random.nextInt(30));
    messages.addAll(List.copyOf(messages.subList(from, messages.size())));
  }

  /** A column's name and type, and how its values come. */
  private record Column(String name, String type, Maker value) {
    /**
     * @param sent as canal-json has it
     * @param document as JSON
     */
    record Value(String sent, String document) {
      static final Value NULL = new Value(null, "null");

      static Value text(String sent, String document) {
        return new Value(sent, JSON.valueToTree(document).toString());
      }
    }

    /** Makes values. */
    interface Maker {
      Value of(Random random);
    }

    static final List<Column> ALL =
        List.of(
            new Column("u", "bigint unsigned", Column::unsigned),
            new Column("dec", "decimal(40,10)", Column::decimal),
            new Column("txt", "varchar(255)", Column::text),
            new Column("bin", "varbinary(64)", Column::binary),
            new Column("js", "json", Column::json),
            new Column("at", "timestamp(3)", random -> time(random, "Z")),
            new Column("dt", "datetime(3)", random -> time(random, "")),
            new Column("day", "date", Column::day),
            new Column("bits", "bit(64)", Column::unsigned));

    private static Value unsigned(Random random) {
      String number = Long.toUnsignedString(random.nextLong());
      return new Value(number, number);
    }

    private static Value decimal(Random random) {
      String number =
          (random.nextBoolean() ? "-" : "")
              + Long.toUnsignedString(random.nextLong())
              + "."
              + "%010d".formatted(random.nextInt(Integer.MAX_VALUE));
      return new Value(number, number);
    }

    private static Value text(Random random) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(120); i >= 0; i--) {
        text.append("ab \"\\\n\u00e9\u754c".charAt(random.nextInt(8)));
      }
      return Value.text(text + "\ud83d\ude00", text + "\ud83d\ude00");
    }

    /** Each byte is a character of the text. */
    private static Value binary(Random random) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      return Value.text(new String(bytes, ISO_8859_1), Base64.getEncoder().encodeToString(bytes));
    }

    private static Value json(Random random) {
      String json =
          switch (random.nextInt(4)) {
            case 0 -> "{\"a\":" + random.nextInt() + ",\"b\":[1,null,{\"c\":\"x\"}]}";
            case 1 -> "{\"a\":\"text\"}";
            case 2 -> "[{\"a\":true}]";
            default -> "" + random.nextInt();
          };
      return new Value(json, json);
    }

    private static Value time(Random random, String zone) {
      String day =
          "20%02d-%02d-%02d"
              .formatted(random.nextInt(38), 1 + random.nextInt(12), 1 + random.nextInt(28));
      String time =
          "%02d:%02d:%02d.%03d"
              .formatted(
                  random.nextInt(24), random.nextInt(60), random.nextInt(60), random.nextInt(1000));
      return Value.text(day + " " + time, day + "T" + time + zone);
    }

    private static Value day(Random random) {
      if (random.nextInt(10) == 0) {
        return new Value("0000-00-00", "null");
      }
      String day =
          "20%02d-%02d-%02d"
              .formatted(random.nextInt(99), 1 + random.nextInt(12), 1 + random.nextInt(28));
      return Value.text(day, day);
    }
  }
}
