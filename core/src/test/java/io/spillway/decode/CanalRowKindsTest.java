package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that their sources send in another way than TiCDC and canal do. */
class CanalRowKindsTest {
  private static String written(String message) {
    Event event = Messages.decode(message);
    assertThat(event).as(message).isInstanceOf(Row.class);
    Row row = (Row) event;
    return new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8);
  }

  private static String reason(String message) {
    Event event = Messages.decode(message);
    assertThat(event).as(message).isInstanceOf(Poison.class);
    Poison poison = (Poison) event;
    assertThat(poison.kind()).isEqualTo(Poison.Kind.INVALID);
    assertThat(poison.value()).isEqualTo(Messages.utf8(message));
    assertThat(poison.about().table().toString()).isEqualTo("store.bills");
    return poison.reason();
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "Insert", "iNSERT", "\\u0049nsert"})
  void theLetterCaseOfATypeDoesNotMatter(String type) {
    String message = Messages.INSERT.replace("\"INSERT\"", '"' + type + '"');
    assertThat(written(message)).isEqualTo(Messages.INSERT);
    assertThat(written(Messages.UPDATE.replace("UPDATE", "update"))).isEqualTo(Messages.UPDATE);
    assertThat(written(Messages.DELETE.replace("DELETE", "Delete"))).isEqualTo(Messages.DELETE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INIT", "init", "BOOTSTRAP", "bootstrap-insert", "SNAPSHOT"})
  void rowsOfAFullCopyAreInserts(String type) {
    assertThat(written(Messages.PLAIN.replace("INSERT", type))).isEqualTo(Messages.PLAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPSERT", "REPLACE", "QUERY", "TRUNCATE", "?"})
  void rowsOfAnyOtherTypeAreDeadLetters(String type) {
    assertThat(reason(Messages.INSERT.replace("INSERT", type)))
        .startsWith("type is none of a row, and there are rows in data, at byte ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"DELETE\",\"data\":null,\"old\":[{\"k\":\"5\"}],*}|"
            + "{\"type\":\"DELETE\",\"data\":[{\"k\":\"5\"}],\"old\":null,*}",
        "{\"old\":[ {\"k\":\"5\"}, {\"k\":\"6\"} ],\"data\":[],*,\"type\":\"delete\"}|"
            + "{\"old\":null,\"data\":[ {\"k\":\"5\"}, {\"k\":\"6\"} ],*,\"type\":\"DELETE\"}",
        "{\"type\":\"DELETE\",\"\\u006fld\":[{\"k\":\"5\"}],*}|"
            + "{\"type\":\"DELETE\",\"\\u006fld\":null,*,\"data\":[{\"k\":\"5\"}]}",
      })
  void aDeletedRowMayStandInOld(String message, String expected) {
    String rest =
        "\"database\":\"d\",\"table\":\"t\",\"es\":7,\"pkNames\":[\"k\"],\"mysqlType\":{\"k\":\"int\"}";
    assertThat(written(message.replace("*", rest))).isEqualTo(expected.replace("*", rest));
    Row row = (Row) Messages.decode(message.replace("*", rest));
    assertThat(EventText.columns(row.shape())).containsExactly("k:int:true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "{}", "5"})
  void aDeleteWithoutAnyRowIsADeadLetter(String old) {
    String empty = Messages.DELETE.replace("[{\"no\":\"9\"}]", "null");
    assertThat(reason(empty.replace("\"old\":null", "\"old\":" + old)))
        .startsWith("data holds no row, at byte ");
    assertThat(reason(empty.replace("\"old\":null", "\"old\":[1]")))
        .startsWith("data holds something else than objects, at byte ");
  }

  @ParameterizedTest
  @CsvSource({"onlyHandleKey,true", "claimCheckLocation,'\"s3://store/17.json\"'"})
  void aRowOfWhichOnlyTheKeyIsHereIsADeadLetterThatTellsTheRemedy(String field, String value) {
    String mark = "601,\"" + field + "\":" + value + "}";
    String insert = Messages.INSERT.replace("601}", mark);
    assertThat(reason(insert))
        .startsWith("_tidb." + field + " says that only the row's key is here: ")
        .contains("large-message-handle-option none")
        .contains("max-message-bytes");
    assertThat(reason(insert.replace("INSERT", "UPDATE"))).startsWith("_tidb." + field);
    String delete = Messages.DELETE.replace("603}", mark.replace("601", "603"));
    assertThat(written(delete)).isEqualTo(delete);
  }

  @Test
  void marksOfKeyOnlyRowsThatSayNoChangeNothing() {
    String none = ",\"onlyHandleKey\":false,\"claimCheckLocation\":\"\"}";
    String insert = Messages.INSERT.replace("601}", "601" + none);
    assertThat(written(insert)).isEqualTo(insert);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GRANT SELECT ON *.* TO a",
        "/* x */ create user a",
        "DROP ROLE r",
        "FLUSH PRIVILEGES",
        "REVOKE ALL ON d.* FROM a"
      })
  void statementsOfAdministrationAreSkipped(String sql) {
    String ddl = Messages.DDL.replace("ALTER TABLE `bills` ADD `memo` TEXT", sql);
    Skipped skipped = new Skipped(Messages.PARTITION, "statement");
    assertThat(Messages.decode(ddl)).isEqualTo(skipped);
    assertThat(Messages.decode(ddl.replace("\"store\"", "\"\""))).isEqualTo(skipped);
    String debezium =
        DebeziumMessages.DDL.replaceAll("\"ddl\":\"[^\"]*\"", "\"ddl\":\"" + sql + "\"");
    assertThat(DebeziumMessages.decode(null, debezium)).isEqualTo(skipped);
  }
}
