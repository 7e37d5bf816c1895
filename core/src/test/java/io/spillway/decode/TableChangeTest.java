package io.spillway.decode;

import static io.spillway.decode.DebeziumMessages.decode;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns that {@code tableChanges} of a Debezium message says a table has. */
class TableChangeTest {
  private static final String COLUMNS =
      """
      {"name":"ID","jdbcType":2,"typeName":"NUMBER","typeExpression":"NUMBER","length":9,"scale":0},\
      {"name":"AMT","jdbcType":2,"typeName":"NUMBER","typeExpression":"NUMBER","length":38,\
      "scale":null},\
      {"name":"WHO","jdbcType":12,"typeName":"VARCHAR2","length":255,"scale":null},\
      {"name":"DAY","jdbcType":93,"typeName":"DATE","length":null,"scale":null},\
      {"name":"F","jdbcType":6,"typeName":"FLOAT","length":126,"scale":null},\
      {"name":"U","jdbcType":4,"typeName":"INT UNSIGNED","length":null,"scale":null},\
      {"name":"E","jdbcType":1,"typeName":"ENUM","enumValues":["'a'","b's"],"length":1},\
      {"name":"T","jdbcType":12,"typeName":"MEDIUMTEXT","length":null},\
      {"name":"X","jdbcType":9999,"typeName":"GEOMETRY"}""";

  private static SchemaChange told(String ddl, String id, String type) {
    String message =
        """
        {"source":{"ts_ms":1768472432000,"db":"PDB","schema":"HR"},"databaseName":"PDB",\
        "schemaName":"HR","ddl":%s,"tableChanges":[{"type":"%s","id":"%s","table":\
        {"primaryKeyColumnNames":["ID"],"columns":[%s]}}]}"""
            .formatted(ddl, type, id.replace("\"", "\\\""), COLUMNS);
    return (SchemaChange) decode(null, message);
  }

  @Test
  void columnsThatASchemaChangeTellsComeWithIt() {
    SchemaChange ddl =
        told("\"ALTER TABLE JOBS ADD (AMT NUMBER)\"", "\"PDB\".\"HR\".\"JOBS\"", "ALTER");
    assertThat(ddl.table()).isEqualTo(new TableId("HR", "JOBS"));
    assertThat(ddl.query()).isEqualTo("ALTER TABLE JOBS ADD (AMT NUMBER)");
    assertThat(ddl.isOfOtherSql()).isTrue();
    assertThat(ddl.columns())
        .extracting(column -> column.name() + " " + column.mysqlType())
        .containsExactly(
            "ID decimal(9,0)",
            "AMT decimal",
            "WHO varchar(255)",
            "DAY datetime",
            "F decimal",
            "U int unsigned",
            "E enum('a','b''s')",
            "T mediumtext",
            "X geometry");
    assertThat(ddl.columns()).filteredOn(TableShape.Column::primaryKey).hasSize(1);
    assertThat(ddl.shape().commitTs()).isEqualTo(ddl.commitTs() + 1);
    assertThat(ddl.withoutColumns().columns()).isEmpty();
  }

  @Test
  void columnsOfAnotherNameAreNotThoseOfTheTable() {
    String id = "\"PDB\".\"HR\".\"JOBS\",\"PDB\".\"HR\".\"POSTS\"";
    SchemaChange rename = told("\"RENAME JOBS TO POSTS\"", id, "ALTER");
    assertThat(rename.table()).isEqualTo(new TableId("HR", "JOBS"));
    assertThat(rename.columns()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "\"N/A\"", "\"\""})
  void aSchemaChangeWithoutAStatementHasNoTextThatAReaderCouldRun(String ddl) {
    SchemaChange alter = told(ddl, "\"PDB\".\"HR\".\"JOBS\"", "ALTER");
    assertThat(alter.table()).isEqualTo(new TableId("HR", "JOBS"));
    assertThat(alter.query()).isEmpty();
    assertThat(alter.columns()).hasSize(9);

    SchemaChange drop = told(ddl, "\"PDB\".\"HR\".\"JO`BS\"", "DROP");
    assertThat(drop.query()).isEqualTo("DROP TABLE `JO``BS`");
    assertThat(drop.type()).isEqualTo("ERASE");
    String nameless = "{\"source\":{\"ts_ms\":5,\"db\":\"PDB\"},\"ddl\":" + ddl;
    assertThat(decode(null, nameless + ",\"tableChanges\":[]}")).isInstanceOf(Skipped.class);
  }

  @Test
  void mysqlsOwnStatementsStandAboveTheColumnsThatAreTold() {
    String message =
        """
        {"source":{"ts_ms":1768472432000,"db":"s"},"databaseName":"s","ddl":"ALTER TABLE t ADD a INT",\
        "tableChanges":[{"type":"ALTER","id":"\\"s\\".\\"t\\"","table":{"columns":[\
        {"name":"a","jdbcType":4,"typeName":"INT"}]}}]}""";
    SchemaChange ddl = (SchemaChange) decode(null, message);
    assertThat(ddl.columns()).hasSize(1);
    assertThat(ddl.isOfOtherSql()).isFalse();
  }
}
