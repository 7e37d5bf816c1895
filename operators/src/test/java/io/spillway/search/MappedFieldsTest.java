package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields are mapped by the types of their columns before the first document that has them. */
class MappedFieldsTest extends BulkWriterFixture {
  private long version = START;

  /** Column, type and value in turn. */
  private SearchRow row(String table, String... columns) {
    StringBuilder types = new StringBuilder();
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < columns.length; i += 3) {
      String comma = i == 0 ? "" : ",";
      types.append(comma + "\"" + columns[i] + "\":\"" + columns[i + 1] + "\"");
      data.append(comma + "\"" + columns[i] + "\":\"" + columns[i + 2] + "\"");
    }
    version++;
    String json =
        "{\"database\":\"shop\",\"table\":\"%s\",\"pkNames\":[\"id\"],\"type\":\"INSERT\",\"mysqlType\":{%s},\"data\":[{%s}]}"
            .formatted(table, types, data);
    return new SearchRow("p-0", version, "shop." + table, version, json.getBytes(UTF_8));
  }

  private static boolean puts(Call call) {
    return call.method().equals("PUT") && call.path().endsWith("/_mapping");
  }

  private static Reply refusal(int status, String type, String reason) {
    String body = "{\"error\":{\"type\":\"%s\",\"reason\":\"%s\"}}".formatted(type, reason);
    return new Answered(status, body.getBytes(UTF_8));
  }

  @Test
  void mapsTheFieldsOfAnIndexThatItCreates() {
    writer.write(row("t", "id", "bigint unsigned", "1", "v", "date", "2024-01-01"));
    run(1_000);

    assertThat(engine.admin)
        .containsExactly(
            "GET /shop.t/_settings/index.gc_deletes",
            "PUT /shop.t",
            "GET /shop.t/_mapping",
            "PUT /shop.t/_mapping");
    assertThat(engine.fields("shop.t")).isEqualTo(Map.of("id", "unsigned_long", "v", "date"));
    assertThat(engine.live()).hasSize(1);
  }

  @Test
  void aNewColumnWaitsForItsFieldAndOtherIndicesDoNot() {
    writer.write(row("t", "id", "int", "1"));
    writer.write(row("u", "id", "int", "1"));
    run(1_000);
    engine.adminFault = call -> puts(call) ? refusal(503, "unavailable", "later") : null;
    writer.write(row("t", "id", "int", "2", "added", "decimal(9,2)", "1.50"));
    writer.write(row("u", "id", "int", "2"));
    run(2_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1", "shop.u/1", "shop.u/2");

    engine.adminFault = call -> null;
    run(60_000);
    assertThat(engine.fields("shop.t")).containsEntry("added", "double");
    assertThat(engine.live()).containsKey("shop.t/2").hasSize(4);
  }

  @Test
  void asksOnceForColumnsThatComeAndGo() {
    for (int i = 0; i < 20; i++) {
      writer.write(row("t", "id", "int", "1"));
      writer.write(row("t", "id", "int", "2", "v", "text", "x"));
      run(600);
    }
    assertThat(engine.admin.stream().filter(call -> call.equals("PUT /shop.t/_mapping")))
        .hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void aWriterThatComesLaterAddsWhatIsMissing() {
    writer.write(row("t", "id", "int", "1"));
    run(1_000);
    BulkWriter second = writer(WriterConfig.DEFAULT);
    writer = second;
    writer.write(row("t", "id", "int", "2", "v", "json", "{}"));
    run(1_000);
    assertThat(engine.fields("shop.t")).isEqualTo(Map.of("id", "long", "v", "object"));
    assertThat(engine.live()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No handler for type [unsigned_long] declared on field [id]",
        "The mapper type [unsigned_long] declared on field [id] does not exist. It might have"
      })
  void takesAnotherTypeWhereTheEngineDoesNotKnowOne(String words) {
    engine.adminFault =
        call ->
            puts(call) && new String(call.body(), UTF_8).contains("unsigned_long")
                ? refusal(400, "mapper_parsing_exception", words)
                : null;
    writer.write(row("t", "id", "bigint unsigned", "1"));
    run(1_000);
    assertThat(engine.fields("shop.t")).isEqualTo(Map.of("id", "keyword"));
    assertThat(engine.live()).hasSize(1);
  }

  @Test
  void goesOnWithoutFieldsWhereTheLoginMayNotAddAny() {
    engine.adminFault =
        call -> puts(call) ? refusal(403, "security_exception", "not allowed") : null;
    writer.write(row("t", "id", "int", "1"));
    run(1_000);
    assertThat(engine.live()).hasSize(1);
    assertThat(writer.view().counts().warnedIndices).isEqualTo(1);
  }

  @Test
  void parksAnIndexWithoutRoomForMoreFieldsUntilThereIsSome() {
    writer.write(row("t", "id", "int", "1"));
    writer.write(row("u", "id", "int", "1"));
    run(1_000);
    engine.adminFault =
        call ->
            puts(call)
                ? refusal(400, "illegal_argument_exception", "Limit of total fields [1000]")
                : null;
    writer.write(row("t", "id", "int", "2", "v", "text", "x"));
    run(5_000);
    assertThat(writer.view().held()).isEqualTo(1);
    writer.write(row("u", "id", "int", "2"));
    run(1_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1", "shop.u/1", "shop.u/2");

    engine.adminFault = call -> null;
    run(120_000);
    assertThat(engine.live()).hasSize(4);
    assertThat(writer.view().held()).isZero();
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void leavesAllToTheEngineWhereThatIsAskedFor() {
    WriterConfig d = WriterConfig.DEFAULT;
    writer =
        writer(
            new WriterConfig(
                d.controller(),
                d.bufferBytes(),
                d.policy(),
                d.deadLetters(),
                new NewIndices(60_000, new NewIndices.Wanted(Map.of(), ""), false, List.of())));
    writer.write(row("t", "id", "int", "1"));
    run(1_000);
    assertThat(engine.admin)
        .containsExactly("GET /shop.t/_settings/index.gc_deletes", "PUT /shop.t");
    assertThat(engine.live()).hasSize(1);
  }

  @Test
  void aDocumentThatMetTwoGuessesAtOnceIsSentOnceMore() {
    int[] times = {0};
    engine.itemFault =
        item ->
            item.id().equals("2") && times[0]++ == 0
                ? FakeEngine.error(
                    400,
                    "illegal_argument_exception",
                    "mapper [v] cannot be changed from type [long] to [text]")
                : item.id().equals("3")
                    ? FakeEngine.error(
                        400,
                        "illegal_argument_exception",
                        "mapper [v] cannot be changed from type [long] to [text]")
                    : null;
    for (int id = 1; id <= 3; id++) {
      writer.write(row("t", "id", "int", String.valueOf(id)));
    }
    run(30_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1", "shop.t/2");
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).hasSize(1);
    assertThat(dead.get(0).tries().count()).isEqualTo(2);
  }
}
