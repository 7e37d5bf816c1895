package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The keys of a Debezium message that say what it is. */
enum DebeziumField {
  /** Around the message. */
  SCHEMA("schema", 1),
  PAYLOAD("payload", 1),
  /** Around a message with its key, in a file. */
  KEY("key", 1),
  VALUE("value", 1),
  /** Of the message, whether or not there is something around it. */
  OP("op", 2),
  BEFORE("before", 2),
  AFTER("after", 2),
  SOURCE("source", 2),
  TS_MS("ts_ms", 2),
  DDL("ddl", 2),
  DATABASE_NAME("databaseName", 2),
  SCHEMA_NAME("schemaName", 2),
  TABLE_CHANGES("tableChanges", 2),
  STATUS("status", 2),
  /** Of its source. */
  DB("db", 3),
  SOURCE_SCHEMA("schema", 3),
  TABLE("table", 3),
  SOURCE_TS_MS("ts_ms", 3),
  COMMIT_TS("commit_ts", 3),
  POS("pos", 3),
  SNAPSHOT("snapshot", 3),
  /** Any other key. */
  OTHER("", 0);

  /** Levels of keys: around the message, the message, its source. */
  static final int AROUND = 1;

  static final int MESSAGE = 2;
  static final int OF_SOURCE = 3;

  private static final List<KeyTable<DebeziumField>> BY_LEVEL =
      List.of(ofLevels(), ofLevels(AROUND, MESSAGE), ofLevels(MESSAGE), ofLevels(OF_SOURCE));

  private final byte[] name;
  private final int level;

  DebeziumField(String name, int level) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.level = level;
  }

  /** Its bit in a set of fields. */
  int bit() {
    return 1 << ordinal();
  }

  /** The field of a key without escapes; the outermost object may be the message itself. */
  static DebeziumField of(byte[] bytes, int from, int to, int level) {
    DebeziumField field = BY_LEVEL.get(level).find(bytes, from, to);
    return field == null ? OTHER : field;
  }

  private static KeyTable<DebeziumField> ofLevels(int... levels) {
    return new KeyTable<>(
        Arrays.stream(values())
            .filter(field -> Arrays.stream(levels).anyMatch(level -> level == field.level))
            .toList(),
        field -> field.name);
  }

  /** The key as a person finds it in the message. */
  @Override
  public String toString() {
    String key = new String(name, StandardCharsets.US_ASCII);
    return level == OF_SOURCE ? "source." + key : key;
  }
}
