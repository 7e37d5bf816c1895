package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;

/** Messages as Debezium's MySQL connector and TiCDC write them, and short ways to decode them. */
final class DebeziumMessages {
  static final ObjectMapper JSON = new ObjectMapper();

  static final String KEY = "{\"no\":9}";

  static final String INSERT =
      """
      {"before":null,"after":{"no":9,"who":"Zoë \\"Z\\" \\\\ \\u003cb\\u003e","sum":3.10},\
      "source":{"version":"3.1.0.Final","connector":"mysql","name":"s","ts_ms":1768472430000,\
      "snapshot":"false","db":"store","sequence":null,"ts_us":1768472430000000,"table":"bills",\
      "server_id":1,"gtid":null,"file":"bin.000003","pos":484,"row":0,"thread":7,"query":null},\
      "transaction":null,"op":"c","ts_ms":1768472430951,"ts_us":1768472430951333}""";

  static final String UPDATE =
      INSERT
          .replace("\"op\":\"c\"", "\"op\":\"u\"")
          .replace("\"before\":null", "\"before\":{\"no\":9,\"who\":null,\"sum\":1e2}");

  static final String DELETE =
      """
      {"before":{"no":9,"who":null,"sum":0.5},"after":null,"source":{"connector":"mysql",\
      "ts_ms":1768472431000,"db":"store","table":"bills"},"op":"d","ts_ms":1768472431951}""";

  static final String TICDC_KEY = "{\"payload\":{\"no\":9}}";

  static final String TICDC_INSERT =
      """
      {"payload":{"source":{"version":"2.4.0.Final","connector":"TiCDC","name":"c1",\
      "ts_ms":1768472430400,"snapshot":"false","db":"store","table":"bills","server_id":0,\
      "gtid":null,"file":"","pos":0,"row":0,"thread":0,"query":null,\
      "commit_ts":463594436794777607,"cluster_id":"c1"},"ts_ms":1768472430951,"transaction":null,\
      "op":"c","before":null,"after":{"no":9,"who":"Ann","sum":12.5}}}""";

  static final String TICDC_DDL =
      """
      {"payload":{"source":{"connector":"TiCDC","ts_ms":1768472430400,"db":"store",\
      "table":"bills","commit_ts":463594436794777610},"ts_ms":1768472431000,\
      "databaseName":"store","schemaName":null,"ddl":"ALTER TABLE `bills` ADD `memo` TEXT",\
      "tableChanges":[{"type":"ALTER","id":"\\"store\\".\\"bills\\"","table":{"columns":[]}}]}}""";

  static final String TICDC_WATERMARK =
      """
      {"payload":{"source":{"connector":"TiCDC","name":"c1","ts_ms":1768472430400,"db":"",\
      "table":"","commit_ts":463594436794777611},"op":"m","ts_ms":1768472431100,\
      "transaction":null}}""";

  static final String DDL =
      """
      {"source":{"connector":"mysql","ts_ms":1768472432000,"db":"store","table":"bills"},\
      "ts_ms":1768472432951,"databaseName":"store","schemaName":null,\
      "ddl":"CREATE TABLE bills (no INT PRIMARY KEY)","tableChanges":[]}""";

  private DebeziumMessages() {}

  static DebeziumJsonDecoder decoder() {
    return new DebeziumJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.UTC);
  }

  static Event decode(String key, String value) {
    return decode(decoder(), key, value);
  }

  static Event decode(MessageDecoder decoder, String key, String value) {
    byte[] bytes = value == null ? null : Messages.utf8(value);
    return decoder.decode(
        Messages.PARTITION,
        Messages.OFFSET,
        Messages.TIME,
        key == null ? null : Messages.utf8(key),
        bytes,
        0,
        bytes == null ? 0 : bytes.length);
  }

  /** The canal-json that a row has become. */
  static JsonNode canal(Event event) {
    if (event instanceof Poison poison) {
      throw new AssertionError(poison.reason());
    }
    assertThat(event).isInstanceOf(Row.class);
    Row row = (Row) event;
    return json(new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8));
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /** An insert of one column, with its schema. */
  static String typed(String field, String value) {
    return """
        {"schema":{"type":"struct","fields":[\
        {"type":"struct","fields":[%1$s],"optional":true,"field":"before"},\
        {"type":"struct","fields":[%1$s],"optional":true,"field":"after"}],"optional":false},\
        "payload":{"before":null,"after":{"v":%2$s},"source":{"ts_ms":1768472430000,"db":"d",\
        "table":"t"},"op":"c","ts_ms":1768472430951}}"""
        .formatted(field, value);
  }
}
