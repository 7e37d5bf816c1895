package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableFilter;
import io.spillway.layout.Layout;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.EventKind;
import io.spillway.tables.Mask;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuledDecoderTest {
  private static final SourcePartition PARTITION = new SourcePartition("t", 0);
  private static final String SECRET = "s3cret \\\" \\u00e9";
  private static final ColumnRules HIDING =
      new ColumnRules(
          Set.of("Password"), Map.of("email", new Mask.Sha256(), "card", new Mask.Keep(4, true)));

  private static TableRules.Rule rule(String match, boolean drop, Set<EventKind> ignored) {
    return new TableRules.Rule(new TableFilter(List.of(match)), drop, ignored, ColumnRules.NONE);
  }

  private static MessageDecoder decoder(TableRules.Rule... rules) {
    return new RuledDecoder(
        new CanalJsonDecoder(DispatcherBy.TABLE, table -> Optional.empty()),
        new TableRules(List.of(rules)),
        table -> Optional.empty());
  }

  private static MessageDecoder hiding(String match) {
    return decoder(new TableRules.Rule(new TableFilter(List.of(match)), false, Set.of(), HIDING));
  }

  @Test
  void everyEventOfABatchIsRuled() {
    MessageDecoder decoder =
        new RuledDecoder(
            OpenMessages.decoder(),
            new TableRules(
                List.of(
                    new TableRules.Rule(
                        new TableFilter(List.of("store.bills")),
                        false,
                        Set.of(EventKind.DELETE),
                        new ColumnRules(Set.of("who"), Map.of())))),
            table -> Optional.empty());
    OpenMessages.Part bad = OpenMessages.UPDATE.with("\"t\":15", "\"t\":255");
    OpenMessages.Part[] parts = {
      OpenMessages.INSERT, OpenMessages.DELETE, bad, OpenMessages.UPDATE
    };
    List<Event> events =
        OpenMessages.events(
            decoder, OpenMessages.framedKey(parts), OpenMessages.framedValue(parts));
    assertThat(events)
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Row", "Skipped", "Row", "Poison");
    assertThat(EventText.slice((Row) events.get(0))).doesNotContain("who").contains("\"no\":\"9\"");
    assertThat(EventText.slice((Row) events.get(2))).doesNotContain("who").contains("\"no\":\"9\"");
    Poison letter = (Poison) events.get(3);
    assertThat(letter.key()).isNull();
    assertThat(letter.value()).isEmpty();
    assertThat(letter.reason()).startsWith("event 3 of 4: column who");
  }

  private static Event decode(MessageDecoder decoder, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return decoder.decode(PARTITION, 7, 1, null, bytes, 0, bytes.length);
  }

  private static String message(String table, String type, String data, String old) {
    return """
        {"id":0,"database":"shop","table":"%s","pkNames":["id"],"isDdl":false,"type":"%s","es":1,"ts":2,\
        "sql":"","sqlType":{"id":-5,"password":12,"email":12,"card":-5},\
        "mysqlType":{"id":"bigint","password":"varchar","email":"varchar","card":"bigint"},\
        "old":%s,"data":%s,"_tidb":{"commitTs":163963314122145239}}"""
        .formatted(table, type, old, data);
  }

  private static String row(String id) {
    return "[{\"id\":\""
        + id
        + "\",\"password\":\""
        + SECRET
        + "\",\"email\":\""
        + SECRET
        + "\",\"card\":\"4111111111111234\"}]";
  }

  private static JsonNode bytes(Event event) throws IOException {
    Row row = (Row) event;
    String text = new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8);
    assertThat(text).doesNotContain("s3cret").doesNotContain("41111");
    return new ObjectMapper().readTree(text);
  }

  @Test
  void dropsTheRowsOfATableThatARuleDrops() {
    MessageDecoder decoder = decoder(rule("shop.tmp_*", true, Set.of()));

    assertThat(decode(decoder, message("tmp_1", "INSERT", row("1"), "null")))
        .isInstanceOfSatisfying(
            Skipped.class,
            skipped -> {
              assertThat(skipped.reason()).isEqualTo("dropped by a table rule");
              assertThat(skipped.shape().columns()).hasSize(4);
            });
    assertThat(decode(decoder, message("users", "INSERT", row("1"), "null")))
        .isInstanceOf(Row.class);
  }

  @Test
  void theFirstRuleThatMatchesDecides() {
    MessageDecoder decoder =
        decoder(rule("shop.users", false, Set.of()), rule("*.*", true, Set.of()));

    assertThat(decode(decoder, message("users", "INSERT", row("1"), "null")))
        .isInstanceOf(Row.class);
    assertThat(decode(decoder, message("other", "INSERT", row("1"), "null")))
        .isInstanceOf(Skipped.class);
  }

  @Test
  void leavesOutTheKindsOfRowsThatAreIgnored() {
    MessageDecoder decoder = decoder(rule("*.*", false, Set.of(EventKind.DELETE)));

    assertThat(decode(decoder, message("t", "DELETE", row("1"), "null")))
        .isInstanceOf(Skipped.class);
    assertThat(decode(decoder, message("t", "UPDATE", row("1"), row("1")))).isInstanceOf(Row.class);
  }

  /** A statement may give a dropped table's columns to another, so all of them go on. */
  @Test
  void handsOnStatementsAndResolvedEventsOfAllTables() {
    MessageDecoder decoder = decoder(rule("*.*", true, Set.of()));
    String ddl =
        """
        {"database":"shop","table":"t","isDdl":true,"type":"CREATE","es":1,"ts":2,\
        "sql":"CREATE TABLE t (id INT)","_tidb":{"commitTs":163963309467037594}}""";
    String resolved =
        """
        {"isDdl":false,"type":"TIDB_WATERMARK","_tidb":{"watermarkTs":163963309467037600}}""";

    assertThat(decode(decoder, ddl)).isInstanceOf(SchemaChange.class);
    assertThat(decode(decoder, resolved)).isInstanceOf(Resolved.class);
  }

  @Test
  void masksAndLeavesOutColumnsInNewAndOldValuesAndTypes() throws IOException {
    String extra = message("users", "UPDATE", row("1"), row("1"));
    String unknownMember = extra.replace("\"id\":0", "\"copy\":\"s3cret\",\"id\":0");

    JsonNode seen = bytes(decode(hiding("shop.users"), unknownMember));

    for (String member : List.of("data", "old")) {
      JsonNode values = seen.get(member).get(0);
      assertThat(values.has("password")).isFalse();
      assertThat(values.get("email").textValue())
          .isEqualTo(new Mask.Sha256().apply("s3cret \" \u00e9"));
      assertThat(values.get("card").textValue()).isEqualTo("************1234");
      assertThat(values.get("id").textValue()).isEqualTo("1");
    }
    assertThat(seen.get("mysqlType").has("password")).isFalse();
    assertThat(seen.get("mysqlType").get("card").textValue()).isEqualTo("varchar");
    assertThat(seen.get("sqlType").get("card").intValue()).isEqualTo(12);
    assertThat(seen.get("sqlType").get("id").intValue()).isEqualTo(-5);
    assertThat(seen.get("_tidb").get("commitTs").longValue()).isEqualTo(163963314122145239L);
  }

  private static MessageDecoder routed(String as, ColumnRules columns) {
    int dot = as.indexOf('.');
    Route route =
        new Route.Renamed(new NamePart(as.substring(0, dot)), new NamePart(as.substring(dot + 1)));
    return new RuledDecoder(
        new CanalJsonDecoder(DispatcherBy.TABLE, table -> Optional.empty()),
        new TableRules(
            List.of(
                new TableRules.Rule(
                    new TableFilter(List.of("shop.*")),
                    route,
                    Set.of(),
                    columns,
                    TableRules.Files.AS_ALL,
                    12))),
        Layout::unusable);
  }

  @Test
  void aRowHasTheNameThatItsRuleGivesAndKeepsAllElse() throws IOException {
    String json =
        message("users", "UPDATE", "[{\"id\":\"1\",\"table\":\"users\"}]", "null")
            .replace("\"id\":0", "\"unknown\":[\"table\"],\"id\":0");

    Row row = (Row) decode(routed("lake.{schema}_{table}", ColumnRules.NONE), json);

    assertThat(row.dispatcher().key()).isEqualTo("lake.shop_users");
    assertThat(row.shape().table().toString()).isEqualTo("shop.users");
    assertThat(row.sourceOffset()).isEqualTo(7);
    assertThat(new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8))
        .isEqualTo(
            json.replace(
                "\"database\":\"shop\",\"table\":\"users\"",
                "\"database\":\"lake\",\"table\":\"shop_users\""));
  }

  @Test
  void columnsAreHiddenUnderTheNewName() throws IOException {
    JsonNode seen =
        bytes(decode(routed("lake.{table}", HIDING), message("users", "INSERT", row("1"), "null")));

    assertThat(seen.get("database").textValue()).isEqualTo("lake");
    assertThat(seen.get("data").get(0).has("password")).isFalse();
  }

  /** Equal rows of one transaction in two tables are two rows. */
  @Test
  void placesOfTwoTablesByOneNameDiffer() {
    MessageDecoder decoder = routed("lake.all", ColumnRules.NONE);

    Row one = (Row) decode(decoder, message("a", "INSERT", row("1"), "null"));
    Row other = (Row) decode(decoder, message("b", "INSERT", row("1"), "null"));

    assertThat(one.dispatcher()).isEqualTo(other.dispatcher());
    assertThat(one.origin()).isNotZero().isNotEqualTo(other.origin());
  }

  @Test
  void aNameWithoutAPlaceMakesALetterThatNamesTheRule() {
    Poison poison =
        (Poison)
            decode(
                routed("lake.{table}_" + "x".repeat(250), ColumnRules.NONE),
                message("users", "INSERT", row("1"), "null"));

    assertThat(poison.reason())
        .contains("rule on line 12", "shop.users", "longer than 255 bytes", "change as");
    assertThat(poison.about().table().toString()).isEqualTo("shop.users");
  }

  @Test
  void nullStaysNull() throws IOException {
    String data = "[{\"id\":\"1\",\"password\":null,\"email\":null,\"card\":null}]";

    JsonNode seen = bytes(decode(hiding("*.*"), message("t", "INSERT", data, "null")));

    assertThat(seen.get("data").get(0).get("email").isNull()).isTrue();
    assertThat(seen.get("old").isNull()).isTrue();
  }

  @Test
  void halfACharacterIsHiddenLikeAnyOther() throws IOException {
    String data =
        "[{\"id\":\"1\",\"password\":\"\\ud83d\",\"email\":\"s3cret\\ud83d\",\"card\":\"1\"}]";

    JsonNode seen = bytes(decode(hiding("*.*"), message("t", "INSERT", data, "null")));

    assertThat(seen.get("data").get(0).get("email").textValue()).hasSize(64);
  }

  @Test
  void aRuleThatHidesAKeyMakesALetterThatSaysSoWithoutTheValues() {
    String keyed =
        message("t", "INSERT", row("1"), "null").replace("[\"id\"]", "[\"id\", \"email\"]");

    Poison poison = (Poison) decode(hiding("*.*"), keyed);

    assertThat(poison.value()).isEmpty();
    assertThat(poison.key()).isNull();
    assertThat(poison.reason()).contains("email", "key of shop.t");
  }

  @Test
  void aMessageThatCannotBeDecodedLosesItsBytesWhereValuesAreHidden() {
    String torn = message("t", "INSERT", row("1"), "null").substring(0, 330);

    Poison kept = (Poison) decode(decoder(rule("x.*", true, Set.of())), torn);
    Poison hidden = (Poison) decode(hiding("x.*"), torn);

    assertThat(kept.value()).isNotEmpty();
    assertThat(hidden.value()).isEmpty();
    assertThat(hidden.kind()).isEqualTo(kept.kind());
    assertThat(hidden.reason()).contains("bytes are left out");
  }

  /** Whatever stands in a row and however it is spaced, nothing of what is hidden is left. */
  @Test
  void nothingHiddenIsEverLeft() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    MessageDecoder decoder = hiding("*.*");
    for (int i = 0; i < 2000; i++) {
      String json = spaced(message("t", "UPDATE", rows(random), rows(random)), random);
      Event event = decode(decoder, json);
      assertThat(event).as("seed %d, %s", seed, json).isInstanceOf(Row.class);
      assertThat(bytes(event).get("data").isArray()).as("seed %d", seed).isTrue();
    }
  }

  private static String rows(Random random) {
    StringBuilder row = new StringBuilder("[{\"id\":\"1\"");
    for (String column : List.of("password", "email", "card", "PASSWORD", "Email")) {
      if (random.nextInt(3) > 0) {
        row.append(",\"").append(column).append("\":").append(value(random));
      }
    }
    return row.append("}]").toString();
  }

  private static String value(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> "null";
      case 1 -> "4111111111";
      case 2 -> "\"s3cret\\n\\\\\"";
      case 3 -> "[\"s3cret\",{\"s3cret\":1}]";
      case 4 -> "\"\\u0073s3cret\"";
      default -> "{\"a\":\"s3cret\"}";
    };
  }

  private static String spaced(String json, Random random) {
    return random.nextBoolean() ? json : json.replace("{\"id\":\"1\"", "{ \"id\" : \"1\" ");
  }
}
