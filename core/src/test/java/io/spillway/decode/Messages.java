package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import java.nio.charset.StandardCharsets;

/** Messages as sources write them, and a short way to decode one. */
final class Messages {
  static final SourcePartition PARTITION = new SourcePartition("shop", 3);
  static final long OFFSET = 77;
  static final long TIME = 1_768_472_431_000L;

  static final String INSERT =
      """
      {"id":0,"database":"store","table":"bills","pkNames":["no"],"isDdl":false,"type":"INSERT",\
      "es":1768472430400,"ts":1768472430951,"sql":"","sqlType":{"no":-5,"who":12,"sum":3},\
      "mysqlType":{"no":"bigint unsigned","who":"varchar","sum":"decimal"},"old":null,\
      "data":[{"no":"9","who":"Zoë \\"Z\\" \\\\ \\u003cb\\u003e","sum":"3.10"}],\
      "_tidb":{"commitTs":463594436794777601}}""";

  static final String UPDATE =
      """
      {"id":0,"database":"store","table":"bills","pkNames":["no"],"isDdl":false,"type":"UPDATE",\
      "es":1768472430400,"ts":1768472430951,"sql":"","sqlType":{"no":-5,"who":12,"sum":3},\
      "mysqlType":{"sum":"decimal","no":"bigint unsigned","who":"varchar"},\
      "old":[{"sum":"3.10"}],"data":[{"no":"9","who":null,"sum":"0.00"}],\
      "_tidb":{"commitTs":463594436794777602}}""";

  static final String DELETE =
      """
      {"id":0,"database":"store","table":"bills","pkNames":["no"],"isDdl":false,"type":"DELETE",\
      "es":1768472430400,"ts":1768472430951,"sql":"","sqlType":{"no":-5},\
      "mysqlType":{"no":"bigint unsigned"},"old":null,"data":[{"no":"9"}],\
      "_tidb":{"commitTs":463594436794777603}}""";

  static final String DDL =
      """
      {"id":0,"database":"store","table":"bills","pkNames":null,"isDdl":true,"type":"ALTER",\
      "es":1768472430400,"ts":1768472431000,"sql":"ALTER TABLE `bills` ADD `memo` TEXT",\
      "sqlType":null,"mysqlType":null,"data":null,"old":null,\
      "_tidb":{"commitTs":463594436794777604}}""";

  static final String WATERMARK =
      """
      {"id":0,"database":"","table":"","pkNames":null,"isDdl":false,"type":"TIDB_WATERMARK",\
      "es":1768472430400,"ts":1768472431100,"sql":"","sqlType":null,"mysqlType":null,"data":null,\
      "old":null,"_tidb":{"watermarkTs":463594436794777605}}""";

  /** As canal itself writes: several rows, numbers not all quoted, no extension. */
  static final String PLAIN =
      """
      {"data":[{"k":"1","v":"一"},{"k":"2","v":"二"}],"database":"库","es":1700000000123,"id":5,\
      "isDdl":false,"mysqlType":{"k":"int(11)","v":"varchar(9)"},"old":null,"pkNames":["k"],\
      "sql":"","sqlType":{"k":4,"v":12},"table":"表","ts":1700000000456,"type":"INSERT"}""";

  private Messages() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Event decode(MessageDecoder decoder, byte[] value) {
    return decoder.decode(
        PARTITION, OFFSET, TIME, null, value, 0, value == null ? 0 : value.length);
  }

  static Event decode(byte[] value) {
    return decode(new CanalJsonDecoder(DispatcherBy.TABLE), value);
  }

  static Event decode(String value) {
    return decode(utf8(value));
  }
}
