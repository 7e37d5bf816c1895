package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanalJsonDecoderTest {
  private static Row row(String message) {
    return (Row) Messages.decode(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {Messages.INSERT, Messages.UPDATE, Messages.DELETE})
  void aChangeIsARowOfItsTableWithTheBytesAsTheyCame(String message) {
    byte[] value = Messages.utf8(message);
    Row row = (Row) Messages.decode(value);
    assertThat(row.partition()).isEqualTo(Messages.PARTITION);
    assertThat(row.dispatcher()).isEqualTo(DispatcherId.of(new TableId("store", "bills")));
    assertThat(row.commitTs()).isBetween(463594436794777601L, 463594436794777603L);
    assertThat(row.buffer()).isSameAs(value);
    assertThat(row.offset()).isZero();
    assertThat(row.length()).isEqualTo(value.length);
  }

  @Test
  void plainCanalHasItsTimestampInMillisAndSeveralObjectsAreStillOneRow() {
    Row row = row(Messages.PLAIN);
    assertThat(row.commitTs()).isEqualTo(1_700_000_000_123L << 18);
    assertThat(row.dispatcher().key()).isEqualTo("库.表");
    assertThat(EventText.slice(row).getBytes(StandardCharsets.ISO_8859_1))
        .isEqualTo(Messages.utf8(Messages.PLAIN));
  }

  @Test
  void aDdlWithoutDataIsASchemaChangeAndNeverARow() {
    assertThat(Messages.decode(Messages.DDL))
        .isEqualTo(
            new SchemaChange(
                Messages.PARTITION,
                463594436794777604L,
                new TableId("store", "bills"),
                "ALTER",
                "ALTER TABLE `bills` ADD `memo` TEXT"));
    String typedAsChange = Messages.DDL.replace("\"ALTER\"", "\"INSERT\"");
    assertThat(Messages.decode(typedAsChange)).isInstanceOf(SchemaChange.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "null"})
  void aDdlOfADatabaseHasNoTable(String table) {
    String message =
        "{\"isDdl\":true,\"type\":\"QUERY\",\"es\":1700000000123,\"database\":\"d\",\"sql\":\"DROP"
            + " DATABASE d\",\"table\":"
            + table
            + "}";
    SchemaChange ddl = (SchemaChange) Messages.decode(message);
    assertThat(ddl.table()).isEqualTo(new TableId("d", ""));
    assertThat(ddl.commitTs()).isEqualTo(1_700_000_000_123L << 18);
  }

  @Test
  void aWatermarkIsResolved() {
    assertThat(Messages.decode(Messages.WATERMARK))
        .isEqualTo(new Resolved(Messages.PARTITION, 463594436794777605L));
  }

  @Test
  void otherTypesAreSkippedByTheirName() {
    assertThat(Messages.decode("{\"type\":\"BOOTSTRAP\"}"))
        .isEqualTo(new Skipped(Messages.PARTITION, "bootstrap"));
    assertThat(Messages.decode("{\"type\":\"QUERY\",\"isDdl\":false}"))
        .isEqualTo(new Skipped(Messages.PARTITION, "query"));
    assertThat(Messages.decode("{\"type\":\"upsert\",\"data\":[]}"))
        .isEqualTo(new Skipped(Messages.PARTITION, "upsert"));
  }

  @Test
  void aTypeThatIsNoWordDoesNotBecomeAReason() {
    assertThat(Messages.decode("{\"type\":\"card 4111\"}"))
        .isEqualTo(new Skipped(Messages.PARTITION, "other"));
    assertThat(Messages.decode("{\"type\":\"" + "A".repeat(33) + "\"}"))
        .isEqualTo(new Skipped(Messages.PARTITION, "other"));
  }

  @Test
  void escapesInNamesAndStatementsAreTakenOut() {
    String message =
        "{\"\\u0069sDdl\":true,\"type\":\"CRE\\u0041TE\",\"es\":1,\"database\":\"a\\\"\\\\\\/\\u00e9\",\"table\":\"\\ud83d\\ude00\",\"sql\":\"\\b\\f\\n"
            + "\\r"
            + "\\t\\u003c€\"}";
    SchemaChange ddl = (SchemaChange) Messages.decode(message);
    assertThat(ddl.table()).isEqualTo(new TableId("a\"\\/é", "😀"));
    assertThat(ddl.type()).isEqualTo("CREATE");
    assertThat(ddl.query()).isEqualTo("\b\f\n\r\t<€");
  }

  @Test
  void twoSpellingsOfANameAreOneDispatcher() {
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
    Row plain = (Row) Messages.decode(decoder, Messages.utf8(Messages.INSERT));
    String escaped = Messages.INSERT.replace("\"bills\"", "\"b\\u0069lls\"");
    Row same = (Row) Messages.decode(decoder, Messages.utf8(escaped));
    assertThat(same.dispatcher()).isSameAs(plain.dispatcher());
    assertThat(plain.shape()).isNotNull();
    assertThat(same.shape()).isNull();
  }

  @Test
  void bytesOfABlobStayTheLatin1CharactersThatTheyCameAs() {
    String blob = "\u00e6\u0088\u0091";
    Row row = row(Messages.INSERT.replace("3.10", blob));
    String text = new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8);
    assertThat(text).contains("\"sum\":\"" + blob + "\"");
  }

  @Test
  void aKeyGivenTwiceInARowIsPassedOnAsItCame() {
    String message = Messages.INSERT.replace("\"no\":\"9\"", "\"no\":1,\"no\":2");
    assertThat(EventText.slice(row(message))).contains("\"data\":[{\"no\":1,\"no\":2,");
  }

  @Test
  void aRowWithoutKeyNamesIsARow() {
    Row row = row(Messages.INSERT.replace("\"pkNames\":[\"no\"]", "\"pkNames\":null"));
    assertThat(row.shape().columns()).isNotEmpty().noneMatch(column -> column.primaryKey());
  }

  @Test
  void theSliceHasNoWhiteSpaceAroundIt() {
    byte[] value = Messages.utf8("xx \r\n\t" + Messages.UPDATE + "\r\n yy");
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
    Row row = (Row) decoder.decode(Messages.PARTITION, 0, -1, null, value, 2, value.length - 4);
    assertThat(row.buffer()).isSameAs(value);
    assertThat(EventText.slice(row)).isEqualTo(Messages.UPDATE);
  }

  @Test
  void lineBreaksBetweenTokensBecomeBlanksInACopy() {
    String message = Messages.UPDATE.replace(",\"type\"", "\r\n,\n\"type\"");
    byte[] value = Messages.utf8("\n" + message + "\n");
    Row row = (Row) Messages.decode(value);
    assertThat(row.buffer()).isNotSameAs(value);
    assertThat(EventText.slice(row))
        .isEqualTo(Messages.UPDATE.replace(",\"type\"", "  , \"type\""));
    assertThat(value).isEqualTo(Messages.utf8("\n" + message + "\n"));
  }

  @Test
  void everyKeyOrderMeansTheSame() {
    String message =
        "{\"_tidb\":{\"commitTs\":7},\"data\":[{\"a\":\"{\\\"type\\\":\\\"x\\\"}\"}],"
            + "\"type\":\"UPDATE\",\"old\":[{\"database\":\"no\",\"type\":\"no\"}],"
            + "\"table\":\"t\",\"isDdl\":false,\"database\":\"d\"}";
    Row row = row(message);
    assertThat(row.dispatcher().key()).isEqualTo("d.t");
    assertThat(row.commitTs()).isEqualTo(7);
  }

  @Test
  void byTableAndPartitionEveryPartitionHasADispatcherOfItsOwn() {
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE_AND_PARTITION);
    byte[] value = Messages.utf8(Messages.INSERT);
    SourcePartition other = new SourcePartition("shop", 4);
    Row first = (Row) Messages.decode(decoder, value);
    Row second = (Row) decoder.decode(other, 0, -1, null, value, 0, value.length);
    Row third =
        (Row) decoder.decode(new SourcePartition("shop", 3), 0, -1, null, value, 0, value.length);
    assertThat(first.dispatcher().key()).isEqualTo("store.bills#shop-3");
    assertThat(second.dispatcher().key()).isEqualTo("store.bills#shop-4");
    assertThat(third.dispatcher()).isSameAs(first.dispatcher());
  }

  @Test
  void takesTheLargestTimestampsThereAre() {
    String commitTs = Messages.INSERT.replace("463594436794777601", "" + Long.MAX_VALUE);
    assertThat(row(commitTs).commitTs()).isEqualTo(Long.MAX_VALUE);
    String es = Messages.PLAIN.replace("1700000000123", "35184372088831");
    assertThat(row(es).commitTs()).isEqualTo(35_184_372_088_831L << 18);
  }

  @Test
  void decodesAMessageJustWithinTheLimit() {
    int room = CanalJsonDecoder.MAX_MESSAGE_BYTES - Messages.INSERT.length() - 1;
    String message = Messages.INSERT.replace("3.10", "3.10" + "0".repeat(room));
    Event event = Messages.decode(message);
    assertThat(message.length()).isLessThanOrEqualTo(CanalJsonDecoder.MAX_MESSAGE_BYTES);
    assertThat(event).isInstanceOf(Row.class);
  }
}
