package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Poison;

/** Messages as TiCDC's simple protocol has them, and short ways to decode them. */
final class SimpleMessages {
  static final String SCHEMA =
      """
      {"schema":"store","table":"bills","tableID":148,"version":447984074911121426,"columns":[\
      {"name":"no","dataType":{"mysqlType":"bigint","charset":"binary","collate":"binary",\
      "length":20,"unsigned":true},"nullable":false,"default":null},\
      {"name":"who","dataType":{"mysqlType":"varchar","charset":"utf8mb4",\
      "collate":"utf8mb4_bin","length":64},"nullable":true,"default":null},\
      {"name":"sum","dataType":{"mysqlType":"decimal","charset":"binary","collate":"binary",\
      "length":12,"decimal":2},"nullable":true,"default":"0.00"}],"indexes":[\
      {"name":"by_who","unique":false,"primary":false,"nullable":true,"columns":["who"]},\
      {"name":"primary","unique":true,"primary":true,"nullable":false,"columns":["no"]}]}""";

  static final String BOOTSTRAP =
      "{\"version\":1,\"type\":\"BOOTSTRAP\",\"commitTs\":0,\"buildTs\":1708924603278,"
          + "\"tableSchema\":"
          + SCHEMA
          + "}";

  static final String INSERT =
      """
      {"version":1,"database":"store","table":"bills","tableID":148,"type":"INSERT",\
      "commitTs":463594436794777601,"buildTs":1768472430951,"schemaVersion":447984074911121426,\
      "data":{"no":"18446744073709551615","sum":"3.10",\
      "who":"Zoë \\"Z\\" \\\\ \\u003cb\\u003e"}}""";

  static final String UPDATE =
      """
      {"version":1,"database":"store","table":"bills","tableID":148,"type":"UPDATE",\
      "commitTs":463594436794777602,"buildTs":1768472430952,"schemaVersion":447984074911121426,\
      "data":{"no":"9","sum":"0.00","who":null},"old":{"no":"9","sum":"3.10","who":"Zoë"},\
      "checksum":{"version":1,"corrupted":false,"current":3152,"previous":7}}""";

  static final String DELETE =
      """
      {"version":1,"database":"store","table":"bills","tableID":148,"type":"DELETE",\
      "commitTs":463594436794777603,"buildTs":1768472430953,"schemaVersion":447984074911121426,\
      "old":{"no":"9","sum":"0.00","who":null}}""";

  static final String DDL =
      "{\"version\":1,\"type\":\"ALTER\",\"sql\":\"ALTER TABLE `bills` ADD COLUMN `memo` BLOB\","
          + "\"commitTs\":463594436794777604,\"buildTs\":1768472431000,\"tableSchema\":"
          + SCHEMA
              .replace("447984074911121426", "463594436794777604")
              .replace(
                  "],\"indexes\"",
                  ",{\"name\":\"memo\",\"dataType\":{\"mysqlType\":\"blob\",\"length\":65535}}],"
                      + "\"indexes\"")
          + ",\"preTableSchema\":"
          + SCHEMA
          + "}";

  static final String WATERMARK =
      "{\"version\":1,\"type\":\"WATERMARK\",\"commitTs\":463594436794777605,"
          + "\"buildTs\":1768472431100}";

  private SimpleMessages() {}

  static SimpleJsonDecoder decoder() {
    return decoder(EarlierMessages.NONE);
  }

  static SimpleJsonDecoder decoder(EarlierMessages earlier) {
    return new SimpleJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY, earlier);
  }

  /** What becomes of the last of several messages. */
  static Event decode(String... messages) {
    return decode(decoder(), messages);
  }

  static Event decode(MessageDecoder decoder, String... messages) {
    Event event = null;
    for (String message : messages) {
      event = Messages.decode(decoder, Messages.utf8(message));
    }
    return event;
  }

  static String refusal(String... messages) {
    Event event = decode(messages);
    assertThat(event).isInstanceOf(Poison.class);
    return ((Poison) event).kind() + " " + ((Poison) event).reason();
  }
}
