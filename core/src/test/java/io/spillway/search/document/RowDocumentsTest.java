package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.RefusedRowException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowDocumentsTest {
  private static final long TS = 463594436794777607L;

  private static List<Document> documents(DocumentConfig config, byte[] message)
      throws RefusedRowException {
    return new RowDocuments(config).of(message, TS);
  }

  private static Document document(byte[] message) throws RefusedRowException {
    List<Document> documents = documents(DocumentConfig.DEFAULT, message);
    assertThat(documents).hasSize(1);
    return documents.get(0);
  }

  private static String text(Document document) {
    return new String(document.ndjson(), StandardCharsets.UTF_8);
  }

  private static DocumentConfig config(String index, String id, LongIds longIds) {
    return new DocumentConfig(
        NameTemplate.parse(index),
        NameTemplate.parse(id),
        DocumentConfig.Versioning.COMMIT_TS,
        longIds,
        ValuePolicy.DEFAULT,
        1 << 20);
  }

  private static void assertRefused(DocumentConfig config, byte[] message, Kind kind) {
    assertThatThrownBy(() -> documents(config, message))
        .isInstanceOfSatisfying(
            RefusedRowException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageMatching("(?s).{5,}");
  }

  @Test
  void writesAnUpsertAsTwoLines() throws RefusedRowException {
    Document document =
        document(
            CanalJson.row("INSERT")
                .key("id", "bigint unsigned", "7")
                .column("name", "varchar(64)", "Ann, \"B\"\n<é>")
                .column("note", "text", null)
                .bytes());
    assertThat(text(document))
        .isEqualTo(
            "{\"index\":{\"_index\":\"shop.orders\",\"_id\":\"7\",\"version\":463594436794777607,"
                + "\"version_type\":\"external_gte\"}}\n"
                + "{\"id\":7,\"name\":\"Ann, \\\"B\\\"\\n<é>\",\"note\":null}\n");
    assertThat(document.delete()).isFalse();
  }

  @Test
  void writesADeleteAsOneLineEvenFromTheKeyAlone() throws RefusedRowException {
    Document document = document(CanalJson.row("DELETE").key("id", "bigint", "7").bytes());
    assertThat(text(document))
        .isEqualTo(
            "{\"delete\":{\"_index\":\"shop.orders\",\"_id\":\"7\",\"version\":463594436794777607,"
                + "\"version_type\":\"external\"}}\n");
    assertThat(document.delete()).isTrue();
  }

  @Test
  void theLastChangeOfAMillisecondWinsWhereTimestampsAreTimes() throws RefusedRowException {
    long time = 1_768_472_430_000L << 18;
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    byte[] delete = CanalJson.row("DELETE").key("id", "bigint", "7").bytes();
    assertThat(text(documents.of(delete, time).get(0))).contains("\"external_gte\"");
    assertThat(text(documents.of(delete, time + 1).get(0))).contains("\"external\"");
  }

  @Test
  void readsAMessageAsItComesFromTheWire() throws RefusedRowException {
    String wire =
        "{\"id\":0,\"database\":\"shop\",\"table\":\"orders\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"UPDATE\",\"es\":1768472430400,\"ts\":1768472430952,\"sql\":\"\","
            + "\"sqlType\":{\"id\":-5,\"amount\":3},\"mysqlType\":{\"id\":\"bigint unsigned\","
            + "\"amount\":\"decimal\"},\"old\":[{\"id\":\"7\",\"amount\":\"12.50\"}],"
            + "\"data\":[{\"id\":\"7\",\"amount\":\"0.10\"}],\"_tidb\":{\"commitTs\":1}}";
    assertThat(text(document(wire.getBytes(StandardCharsets.UTF_8))))
        .endsWith("\n{\"id\":7,\"amount\":0.10}\n");
  }

  @Test
  void refusesARowWithoutAValueThatItsSourceHasNotToldButNotItsDelete() throws RefusedRowException {
    String update =
        "{\"type\":\"UPDATE\",\"database\":\"shop\",\"table\":\"orders\",\"pkNames\":[\"id\"],"
            + "\"mysqlType\":{\"id\":\"int\",\"bio\":\"varchar\"},\"data\":[{\"id\":\"3\"}],"
            + "\"unavailable\":[\"bio\",\"photo\"]}";
    assertThatThrownBy(() -> document(update.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            RefusedRowException.class, e -> assertThat(e.kind()).isEqualTo(Kind.BAD_VALUE))
        .hasMessageStartingWith("column bio: ")
        .hasMessageContaining("REPLICA IDENTITY FULL");
    String none = update.replace("[\"bio\",\"photo\"]", "[]");
    assertThat(document(none.getBytes(StandardCharsets.UTF_8)).delete()).isFalse();
    String delete = update.replace("UPDATE", "DELETE");
    assertThat(document(delete.getBytes(StandardCharsets.UTF_8)).delete()).isTrue();
  }

  @Test
  void usesTheSqlTypeWhereThereIsNoMysqlType() throws RefusedRowException {
    String wire =
        "{\"database\":\"s\",\"table\":\"t\",\"pkNames\":[\"id\"],\"type\":\"INSERT\","
            + "\"sqlType\":{\"id\":-5,\"b\":2004},\"mysqlType\":null,\"old\":null,"
            + "\"data\":[{\"id\":\"7\",\"b\":\"\\u00e6\"}]}";
    assertThat(text(document(wire.getBytes(StandardCharsets.UTF_8))))
        .endsWith("\n{\"id\":7,\"b\":\"5g==\"}\n");
  }

  @Test
  void deletesTheOldDocumentWhereTheKeyChanged() throws RefusedRowException {
    List<Document> documents =
        documents(
            DocumentConfig.DEFAULT,
            CanalJson.row("UPDATE").key("id", "int", "8").old("id", "7").bytes());
    assertThat(documents).extracting(Document::id).containsExactly("7", "8");
    assertThat(documents).extracting(Document::delete).containsExactly(true, false);
  }

  @Test
  void findsTheIndexOfADeleteByTheColumnThatMadeIt() throws RefusedRowException {
    DocumentConfig config = config("{table}_{year}", "{pk}", LongIds.HASH);
    byte[] insert =
        CanalJson.row("INSERT").key("id", "int", "1").column("year", "year", "2024").bytes();
    byte[] delete =
        CanalJson.row("DELETE").key("id", "int", "1").column("year", "year", "2024").bytes();
    byte[] move =
        CanalJson.row("UPDATE")
            .key("id", "int", "1")
            .column("year", "year", "2025")
            .old("year", "2024")
            .bytes();
    assertThat(documents(config, insert).get(0).index()).isEqualTo("orders_2024");
    assertThat(documents(config, delete).get(0).index()).isEqualTo("orders_2024");
    assertThat(documents(config, move))
        .extracting(d -> d.index() + ":" + d.delete())
        .containsExactly("orders_2024:true", "orders_2025:false");
    assertRefused(config, CanalJson.row("DELETE").key("id", "int", "1").bytes(), Kind.NO_INDEX);
  }

  @Test
  void joinsKeysSoThatDifferentKeysDiffer() throws RefusedRowException {
    Document left =
        document(CanalJson.row("INSERT").key("a", "char", "x,y").key("b", "char", "z").bytes());
    Document right =
        document(CanalJson.row("INSERT").key("a", "char", "x").key("b", "char", "y,z").bytes());
    assertThat(left.id()).isEqualTo("x\\,y,z");
    assertThat(right.id()).isEqualTo("x,y\\,z");
  }

  @Test
  void takesTheIdFromColumnsByNameWhereThereIsNoKey() throws RefusedRowException {
    byte[] noKey = CanalJson.row("INSERT").column("t", "int", "3").column("n", "char", "a").bytes();
    assertThat(documents(config("{table}", "{t}-{n}", LongIds.HASH), noKey).get(0).id())
        .isEqualTo("3-a");
    assertRefused(DocumentConfig.DEFAULT, noKey, Kind.NO_ID);
    assertRefused(config("{table}", "{gone}", LongIds.HASH), noKey, Kind.NO_ID);
  }

  @Test
  void refusesANullOrEmptyKey() {
    assertRefused(
        DocumentConfig.DEFAULT,
        CanalJson.row("INSERT").key("id", "char", null).bytes(),
        Kind.NO_ID);
    assertRefused(
        DocumentConfig.DEFAULT, CanalJson.row("INSERT").key("id", "char", "").bytes(), Kind.NO_ID);
  }

  @ParameterizedTest
  @CsvSource({"520,a", "752,a", "172,€"})
  void hashesOrRefusesIdsOverTheLimitInBytes(int length, String letter) throws RefusedRowException {
    byte[] message = CanalJson.row("INSERT").key("id", "char", letter.repeat(length)).bytes();
    String id = documents(config("{table}", "{pk}", LongIds.HASH), message).get(0).id();
    assertThat(id).matches("sha256:[0-9a-f]{64}");
    assertThat(documents(config("{table}", "{pk}", LongIds.HASH), message).get(0).id())
        .isEqualTo(id);
    assertRefused(config("{table}", "{pk}", LongIds.DEAD_LETTER), message, Kind.NO_ID);
  }

  @ParameterizedTest
  @CsvSource({"512,a", "170,€"})
  void keepsIdsUpToTheLimit(int length, String letter) throws RefusedRowException {
    byte[] message = CanalJson.row("INSERT").key("id", "char", letter.repeat(length)).bytes();
    assertThat(document(message).id()).isEqualTo(letter.repeat(length));
  }

  @Test
  void usesBase64OfABinaryKey() throws RefusedRowException {
    assertThat(
            document(CanalJson.row("INSERT").key("id", "binary(3)", "\u00e6\u0088\u0091").bytes())
                .id())
        .isEqualTo("5oiR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "[]",
        "{\"database\":\"s\"",
        "{\"database\":\"s\",\"table\":\"t\",\"type\":\"ALTER\",\"data\":null}",
        "{\"database\":\"s\",\"table\":\"t\",\"type\":\"INSERT\",\"data\":null}",
        "{\"database\":\"s\",\"table\":\"t\",\"type\":\"INSERT\",\"data\":[{\"a\":NaN}]}",
        "{\"database\":\"s\",\"table\":\"t\",\"type\":\"INSERT\",\"data\":[{\"a\":{}}]}"
      })
  void refusesWhatIsNoRow(String message) {
    assertRefused(DocumentConfig.DEFAULT, message.getBytes(StandardCharsets.UTF_8), Kind.MALFORMED);
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    byte[] message = CanalJson.row("INSERT").key("id", "char", "XX").bytes();
    int at = new String(message, StandardCharsets.ISO_8859_1).indexOf("XX");
    message[at] = (byte) 0xFF;
    assertRefused(DocumentConfig.DEFAULT, message, Kind.MALFORMED);
  }

  @Test
  void writesSurrogatePairsRawAndReplacesHalfOnes() throws RefusedRowException {
    byte[] message =
        ("{\"database\":\"s\",\"table\":\"t\",\"type\":\"INSERT\",\"pkNames\":[\"id\"],"
                + "\"data\":[{\"id\":\"1\",\"n\":\"a\\ud800b\\ud83d\\ude00\"}]}")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(text(document(message)))
        .endsWith("\n{\"id\":\"1\",\"n\":\"a\ufffdb\ud83d\ude00\"}\n");
  }

  @Test
  void staysUsableAfterARefusal() throws RefusedRowException {
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    byte[] bad = CanalJson.row("INSERT").key("id", "int", "1").column("n", "int", "x").bytes();
    assertThatThrownBy(() -> documents.of(bad, TS)).hasMessageContaining("column n");
    byte[] good = CanalJson.row("INSERT").key("id", "int", "2").bytes();
    assertThat(text(documents.of(good, TS).get(0))).endsWith("}}\n{\"id\":2}\n");
  }

  @Test
  void ofANameThatComesTwiceTheLastValueCounts() throws RefusedRowException {
    byte[] message =
        ("{\"database\":\"s\",\"table\":\"t\",\"type\":\"INSERT\",\"pkNames\":[\"id\"],"
                + "\"mysqlType\":{\"id\":\"int\"},\"data\":[{\"id\":\"1\",\"id\":\"2\"}]}")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Document document = new RowDocuments(DocumentConfig.DEFAULT).of(message, 5).get(0);
    assertThat(document.id()).isEqualTo("2");
    assertThat(new String(document.ndjson(), java.nio.charset.StandardCharsets.UTF_8))
        .endsWith("\n{\"id\":2}\n");
  }

  @Test
  void refusesADocumentOverItsLimit() {
    DocumentConfig small =
        new DocumentConfig(
            NameTemplate.parse("{table}"),
            NameTemplate.parse("{pk}"),
            DocumentConfig.Versioning.COMMIT_TS,
            LongIds.HASH,
            ValuePolicy.DEFAULT,
            300);
    assertRefused(
        small,
        CanalJson.row("INSERT").key("id", "int", "1").column("n", "text", "x".repeat(300)).bytes(),
        Kind.TOO_LARGE);
  }
}
