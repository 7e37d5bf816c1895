package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The changes that the manuals of TiCDC, canal, Debezium and Flink take for their examples, as each
 * writes them: what comes out is what their pages say.
 */
class PublishedSamplesTest {
  private static final SourcePartition PARTITION = new SourcePartition("samples", 0);

  private final CanalJsonDecoder canal = new CanalJsonDecoder(DispatcherBy.TABLE);
  private final DebeziumJsonDecoder debezium =
      new DebeziumJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.UTC);
  private final SimpleJsonDecoder simple = SimpleMessages.decoder();

  private static Event decode(MessageDecoder decoder, String key, String message) {
    byte[] value = Messages.utf8(message);
    byte[] keyBytes = key == null ? null : Messages.utf8(key);
    return decoder.decode(PARTITION, 7, -1, keyBytes, value, 0, value.length);
  }

  /** Table, commit timestamp, kind, rows before and after, key and types of a row. */
  private static String row(Event event) throws IOException {
    Row row = (Row) event;
    var canal = DebeziumMessages.canal(row);
    return "%s %d %s %s <- %s key %s %s"
        .formatted(
            row.dispatcher().table(),
            row.commitTs(),
            canal.path("type").asText(),
            canal.path("data"),
            canal.path("old"),
            canal.path("pkNames"),
            canal.path("mysqlType"))
        .replace("\"", "");
  }

  private static String statement(Event event) {
    SchemaChange ddl = (SchemaChange) event;
    return ddl.table() + " " + ddl.commitTs() + " " + ddl.query();
  }

  @Test
  void ofTicdcsCanalJson() throws IOException {
    String drop =
        """
        {"id":0,"database":"test","table":"","pkNames":null,"isDdl":true,"type":"QUERY",\
        "es":1639633094670,"ts":1639633095489,"sql":"drop database if exists test","sqlType":null,\
        "mysqlType":null,"data":null,"old":null,"_tidb":{"commitTs":429918007904436226}}""";
    SchemaChange database = (SchemaChange) decode(canal, null, drop);
    assertThat(database.table()).isEqualTo(new TableId("test", ""));
    assertThat(database.commitTs()).isEqualTo(429918007904436226L);

    String insert =
        """
        {"id":0,"database":"test","table":"tp_int","pkNames":["id"],"isDdl":false,"type":"INSERT",\
        "es":1639633141221,"ts":1639633142960,"sql":"","sqlType":{"c_bigint":-5,"c_tinyint":-6,\
        "id":4},"mysqlType":{"c_bigint":"bigint","c_tinyint":"tinyint","id":"int"},"data":[{\
        "c_bigint":"9223372036854775807","c_tinyint":"127","id":"2"}],"old":null,\
        "_tidb":{"commitTs":429918007904436226}}""";
    assertThat(row(decode(canal, null, insert)))
        .isEqualTo(
            "test.tp_int 429918007904436226 INSERT [{c_bigint:9223372036854775807,c_tinyint:127,id:2}]"
                + " <- null key [id] {c_bigint:bigint,c_tinyint:tinyint,id:int}");

    String watermark =
        """
        {"id":0,"database":"","table":"","pkNames":null,"isDdl":false,"type":"TIDB_WATERMARK",\
        "es":1640007049196,"ts":1640007050284,"sql":"","sqlType":null,"mysqlType":null,\
        "data":null,"old":null,"_tidb":{"watermarkTs":429918007904436226}}""";
    assertThat(decode(canal, null, watermark))
        .isEqualTo(new Resolved(PARTITION, 429918007904436226L));
  }

  /** The stream of TiCDC's page on its open protocol: its first table, its rows, one is deleted. */
  @Test
  void ofTicdcsOpenProtocol() throws IOException {
    String key = "{\"ts\":415508856908021766,\"scm\":\"test\",\"tbl\":\"t1\",\"t\":";
    String create = "CREATE TABLE test.t1(id int primary key, val varchar(16))";
    String id = "{\"id\":{\"t\":3,\"h\":true,\"v\":1}";
    List<Event> events =
        OpenMessages.events(
            new OpenMessages.Part(key + "2}", "{\"q\":\"" + create + "\",\"t\":3}"),
            new OpenMessages.Part("{\"ts\":415508856908021766,\"t\":3}", ""),
            new OpenMessages.Part(
                key + "1}", "{\"u\":" + id + ",\"val\":{\"t\":15,\"v\":\"aa\"}}}"),
            new OpenMessages.Part(key + "1}", "{\"d\":" + id + "}}"));
    String head = "test.t1 415508856908021766 ";
    assertThat(statement(events.get(0))).isEqualTo(head + create);
    assertThat(((Resolved) events.get(1)).commitTs()).isEqualTo(415508856908021766L);
    assertThat(row(events.get(2)))
        .isEqualTo(head + "INSERT [{id:1,val:aa}] <- null key [id] {id:int,val:varchar}");
    assertThat(row(events.get(3))).isEqualTo(head + "DELETE [{id:1}] <- null key [id] {id:int}");
  }

  /** What its page has for bytes of a VARBINARY. */
  @Test
  void ofBytesInTicdcsOpenProtocol() {
    OpenMessages.Part part =
        OpenMessages.INSERT.with(
            "15,\"f\":64,\"v\":\"",
            "15,\"f\":65,\"v\":\"\\\\x89PNG\\\\r\\\\n\\\\x1a\\\\n\",\"x\":\"");
    assertThat(DebeziumMessages.canal(OpenMessages.decode(part)).at("/data/0/who").asText())
        .isEqualTo("\u0089PNG\r\n\u001a\n");
  }

  /** The update that Flink's page has of canal: a scooter that weighs more now. */
  @Test
  void ofCanal() throws IOException {
    String update =
        """
        {"data":[{"id":"111","name":"scooter","description":"Big 2-wheel scooter",\
        "weight":"5.18"}],"database":"inventory","es":1589373560000,"id":9,"isDdl":false,\
        "mysqlType":{"id":"INTEGER","name":"VARCHAR(255)","description":"VARCHAR(512)",\
        "weight":"FLOAT"},"old":[{"weight":"5.15"}],"pkNames":["id"],"sql":"","sqlType":{"id":4,\
        "name":12,"description":12,"weight":7},"table":"products","ts":1589373560798,\
        "type":"UPDATE"}""";
    assertThat(row(decode(canal, null, update)))
        .isEqualTo(
            "inventory.products "
                + CommitTs.ofMillis(1589373560000L)
                + " UPDATE [{id:111,name:scooter,description:Big 2-wheel scooter,weight:5.18}]"
                + " <- [{weight:5.15}] key [id]"
                + " {id:INTEGER,name:VARCHAR(255),description:VARCHAR(512),weight:FLOAT}");
  }

  /** The same update in the other direction, as Flink's page has it of Debezium. */
  @Test
  void ofFlinksDebeziumJson() throws IOException {
    String update =
        """
        {"before":{"id":111,"name":"scooter","description":"Big 2-wheel scooter","weight":5.18},\
        "after":{"id":111,"name":"scooter","description":"Big 2-wheel scooter","weight":5.15},\
        "source":{"db":"inventory","table":"products","ts_ms":1589362330000},"op":"u",\
        "ts_ms":1589362330904,"transaction":null}""";
    String seen = "111,name:scooter,description:Big 2-wheel scooter,weight:";
    assertThat(row(decode(debezium, "{\"id\":111}", update)))
        .isEqualTo(
            "inventory.products "
                + CommitTs.ofMillis(1589362330000L)
                + (" UPDATE [{id:" + seen + "5.15}] <- [{id:" + seen + "5.18}] key [id] null"));
  }

  private static final String CUSTOMER =
      """
      [{"type":"int32","optional":false,"field":"id"},\
      {"type":"string","optional":false,"field":"first_name"},\
      {"type":"string","optional":false,"field":"email"}]""";

  private static String customers(String op, String before, String after, String source) {
    return """
        {"schema":{"type":"struct","fields":[{"type":"struct","fields":%s,"optional":true,\
        "field":"before"},{"type":"struct","fields":%s,"optional":true,"field":"after"}],\
        "optional":false},"payload":{"op":"%s","ts_ms":1465491411815,"before":%s,"after":%s,\
        "source":{"version":"3.1.0.Final","name":"s","snapshot":false,%s,"ts_ms":1465491411000}}}"""
        .formatted(CUSTOMER, CUSTOMER, op, before, after, source);
  }

  private static String customer(String name) {
    return "{\"id\":1004,\"first_name\":\"" + name + "\",\"email\":\"annek@noanswer.org\"}";
  }

  /** Anne is created, gets a second name and is deleted, at each of the connectors. */
  @Test
  void ofDebeziumsConnectors() throws IOException {
    String[][] sources = {
      {
        "inventory.customers",
        "\"connector\":\"mysql\",\"db\":\"inventory\",\"table\":\"customers\",\"pos\":154"
      },
      {
        "public.customers",
        "\"connector\":\"postgresql\",\"db\":\"postgres\",\"schema\":\"public\",\"table\":\"customers\",\"lsn\":24023128"
      },
      {
        "DEBEZIUM.CUSTOMERS",
        "\"connector\":\"oracle\",\"db\":\"ORCLPDB1\",\"schema\":\"DEBEZIUM\",\"table\":\"CUSTOMERS\",\"scn\":\"2122185\""
      },
      {
        "dbo.customers",
        "\"connector\":\"sqlserver\",\"db\":\"testDB\",\"schema\":\"dbo\",\"table\":\"customers\",\"change_lsn\":\"00000027:00000758:0003\""
      },
      {
        "MYSCHEMA.CUSTOMERS",
        "\"connector\":\"db2\",\"db\":\"mydatabase\",\"schema\":\"MYSCHEMA\",\"table\":\"CUSTOMERS\""
      },
      {
        "inventory.customers",
        "\"connector\":\"mariadb\",\"db\":\"inventory\",\"table\":\"customers\""
      }
    };
    String types = " key [id] {id:int,first_name:varchar,email:varchar}";
    String anne = "[{id:1004,first_name:Anne,email:annek@noanswer.org}]";
    String marie = anne.replace("Anne", "Anne Marie");
    String key = "{\"id\":1004}";
    for (String[] source : sources) {
      String head = source[0] + " " + CommitTs.ofMillis(1465491411000L) + " ";
      String create = customers("c", "null", customer("Anne"), source[1]);
      String update = customers("u", customer("Anne"), customer("Anne Marie"), source[1]);
      String delete = customers("d", customer("Anne Marie"), "null", source[1]);
      assertThat(row(decode(debezium, key, create)))
          .isEqualTo(head + "INSERT " + anne + " <- null" + types);
      assertThat(row(decode(debezium, key, update)))
          .isEqualTo(head + "UPDATE " + marie + " <- " + anne + types);
      assertThat(row(decode(debezium, key, delete)))
          .isEqualTo(head + "DELETE " + marie + " <- null" + types);
    }
  }

  @Test
  void ofDebeziumsSchemaChanges() {
    String alter =
        """
        {"schema":{},"payload":{"source":{"connector":"mysql","ts_ms":1651535750218,\
        "db":"inventory","table":"customers","file":"mysql-bin.000003","pos":570},\
        "ts_ms":1651535750218,"databaseName":"inventory","schemaName":null,\
        "ddl":"ALTER TABLE customers ADD middle_name varchar(255) AFTER first_name",\
        "tableChanges":[{"type":"ALTER","id":"\\"inventory\\".\\"customers\\"","table":{\
        "defaultCharsetName":"utf8mb4","primaryKeyColumnNames":["id"],"columns":[\
        {"name":"id","jdbcType":4,"typeName":"INT","typeExpression":"INT"},\
        {"name":"first_name","jdbcType":12,"typeName":"VARCHAR","length":255},\
        {"name":"middle_name","jdbcType":12,"typeName":"VARCHAR","length":255}]}}]}}""";
    SchemaChange change = (SchemaChange) decode(debezium, null, alter);
    assertThat(change.table()).isEqualTo(new TableId("inventory", "customers"));
    assertThat(change.query())
        .isEqualTo("ALTER TABLE customers ADD middle_name varchar(255) AFTER first_name");
    assertThat(change.columns())
        .extracting(column -> column.name() + " " + column.mysqlType())
        .containsExactly("id int", "first_name varchar(255)", "middle_name varchar(255)");
  }

  @Test
  void ofTicdcsSimpleProtocol() throws IOException {
    String schema =
        """
        {"schema":"simple","table":"user","tableID":148,"version":447984074911121426,"columns":[\
        {"name":"id","dataType":{"mysqlType":"int","charset":"binary","length":11},\
        "nullable":false},{"name":"name","dataType":{"mysqlType":"varchar","length":255}},\
        {"name":"score","dataType":{"mysqlType":"float","length":12}}],"indexes":[{\
        "name":"primary","unique":true,"primary":true,"nullable":false,"columns":["id"]}]}""";
    String alter =
        """
        {"version":1,"type":"ALTER","sql":"ALTER TABLE `user` ADD COLUMN `score` FLOAT",\
        "commitTs":447984074911121427,"buildTs":1708936343598,"tableSchema":"""
            + schema
            + "}";
    assertThat(statement(decode(simple, null, alter)))
        .isEqualTo("simple.user 447984074911121427 ALTER TABLE `user` ADD COLUMN `score` FLOAT");
    String insert =
        """
        {"version":1,"database":"simple","table":"user","tableID":148,"type":"INSERT",\
        "commitTs":447984084414103554,"buildTs":1708923662983,\
        "schemaVersion":447984074911121426,"data":{"id":"1","name":"John Doe","score":"90.5"}}""";
    assertThat(row(decode(simple, null, insert)))
        .isEqualTo(
            "simple.user 447984084414103554 INSERT [{id:1,name:John Doe,score:90.5}] <- null"
                + " key [id] {id:int,name:varchar(255),score:float}");
    String watermark =
        "{\"version\":1,\"type\":\"WATERMARK\",\"commitTs\":447984124732375041,\"buildTs\":1708923816911}";
    assertThat(decode(simple, null, watermark))
        .isEqualTo(new Resolved(PARTITION, 447984124732375041L));
  }

  @Test
  void ofTicdcsDebeziumProtocol() throws IOException {
    String insert =
        """
        {"payload":{"before":null,"after":{"a":4},"op":"c","source":{"cluster_id":"default",\
        "name":"default","ts_ms":1701326309000,"snapshot":"false","db":"test","table":"t2",\
        "commit_ts":445992125972971522},"ts_ms":1701326309000,"transaction":null}}""";
    assertThat(row(decode(debezium, "{\"payload\":{\"a\":4}}", insert)))
        .isEqualTo("test.t2 445992125972971522 INSERT [{a:4}] <- null key [a] null");
  }
}
