package io.spillway.decode;

import static io.spillway.decode.OpenMessages.DDL;
import static io.spillway.decode.OpenMessages.DELETE;
import static io.spillway.decode.OpenMessages.INSERT;
import static io.spillway.decode.OpenMessages.UPDATE;
import static io.spillway.decode.OpenMessages.WATERMARK;
import static io.spillway.decode.OpenMessages.decode;
import static io.spillway.decode.OpenMessages.decoder;
import static io.spillway.decode.OpenMessages.events;
import static io.spillway.decode.OpenMessages.framedKey;
import static io.spillway.decode.OpenMessages.framedValue;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.decode.OpenMessages.Part;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.TableId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenProtocolDecoderTest {
  private static final long SEED = Long.getLong("spillway.fuzz.seed", 20261129L);

  /** All of an event but when its message was made, which only canal-json says. */
  private static List<Object> facts(Event event) {
    if (event instanceof Row row) {
      ObjectNode canal = (ObjectNode) DebeziumMessages.canal(row);
      canal.remove("ts");
      return List.of(row.commitTs(), EventText.columns(row.shape()), canal);
    }
    return List.of(EventText.of(event));
  }

  private static String text(Event event) {
    return DebeziumMessages.canal(event).toString();
  }

  @Test
  void theSameChangesAsCanalJsonAreTheSameEvents() {
    List<List<Object>> canal = new ArrayList<>();
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
    for (String message :
        List.of(
            Messages.INSERT, Messages.UPDATE, Messages.DELETE, Messages.DDL, Messages.WATERMARK)) {
      canal.add(facts(Messages.decode(decoder, Messages.utf8(message))));
    }
    List<List<Object>> open =
        events(INSERT, UPDATE, DELETE, DDL, WATERMARK).stream()
            .map(OpenProtocolDecoderTest::facts)
            .toList();
    assertThat(open).containsExactlyElementsOf(canal);
  }

  @Test
  void bytesAreThoseOfThePublishedExample() {
    Part row =
        new Part(
            "{\"ts\":463594436794777607,\"scm\":\"shop\",\"tbl\":\"items\",\"t\":1}",
            "{\"u\":{\"id\":{\"t\":3,\"h\":true,\"f\":11,\"v\":7}}}");
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(framedKey(row))).startsWith("0000000000000001000000000000003a7b22");
    assertThat(hex.formatHex(framedValue(row))).startsWith("000000000000002a7b2275");
    Row decoded = (Row) decode(row);
    assertThat(decoded.commitTs()).isEqualTo(463594436794777607L);
    assertThat(EventText.columns(decoded.shape())).containsExactly("id:int:true");
    assertThat(text(decoded))
        .contains("\"data\":[{\"id\":\"7\"}]", "\"pkNames\":[\"id\"]", "\"type\":\"INSERT\"");
    assertThat(decoded.sourceOffset()).isEqualTo(Messages.OFFSET);
    assertThat(decoded.print()).isNotZero();
    assertThat(decoded.dispatcher().table()).isEqualTo(new TableId("shop", "items"));
    SchemaChange ddl =
        (SchemaChange)
            decode(
                new Part(
                    "{\"ts\":463594436794777610,\"scm\":\"shop\",\"tbl\":\"items\",\"t\":2}",
                    "{\"q\":\"DROP TABLE `shop`.`items`\",\"t\":4}"));
    assertThat(ddl.query()).isEqualTo("DROP TABLE `shop`.`items`");
    assertThat(ddl.commitTs()).isEqualTo(463594436794777610L);
    assertThat(ddl.type()).isEqualTo("ERASE");
  }

  @Test
  void anEventOfAnEmptyValueIsResolvedAndNoKeyAndNoValueIsATombstone() {
    byte[] key = framedKey(WATERMARK);
    for (byte[] value : Arrays.asList(null, new byte[0], new byte[8])) {
      List<Event> events = events(decoder(), key, value);
      assertThat(events).hasSize(1);
      assertThat(((Resolved) events.get(0)).commitTs()).isEqualTo(463594436794777605L);
    }
    for (byte[] other : Arrays.asList(null, framedKey(INSERT), Messages.utf8("{}"))) {
      List<Event> events = events(decoder(), other, null);
      assertThat(events).containsExactly(new Skipped(Messages.PARTITION, "tombstone"));
    }
  }

  @Test
  void anUpdateWithoutTheRowBeforeItIsAnInsert() {
    String value = UPDATE.value();
    Part update = new Part(UPDATE.key(), value.substring(0, value.indexOf(",\"p\"")) + "}");
    assertThat(text(decode(update))).contains("\"type\":\"INSERT\"", "\"old\":null");
  }

  @Test
  void statementsAboutAccountsAreSkippedAndDatabasesMayHaveNoName() {
    Part grant = DDL.with("ALTER TABLE `bills` ADD `memo` TEXT", "GRANT ALL ON *.* TO a");
    assertThat(((Skipped) decode(grant)).reason()).isEqualTo("statement");
    Part drop = DDL.with("ALTER TABLE `bills` ADD `memo` TEXT", "DROP DATABASE `a``b`");
    Part nameless = drop.with("\"scm\":\"store\",\"tbl\":\"bills\",", "");
    assertThat(((SchemaChange) decode(nameless)).table()).isEqualTo(new TableId("a`b", ""));
  }

  /** What makes one column, and what becomes of it; each also by way of canal-json. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 64 | -7 | -7 | tinyint | -6",
        "1 | 192 | 200 | 200 | tinyint unsigned | 5",
        "1 | 192 | 127 | 127 | tinyint unsigned | -6",
        "2 | 192 | 65535 | 65535 | smallint unsigned | 4",
        "9 | 64 | -8388608 | -8388608 | mediumint | 4",
        "3 | 64 | 2147483647 | 2147483647 | int | 4",
        "3 | 192 | 4294967295 | 4294967295 | int unsigned | -5",
        "8 | 64 | -9223372036854775808 | -9223372036854775808 | bigint | -5",
        "8 | 192 | 18446744073709551615 | 18446744073709551615 | bigint unsigned | 3",
        "8 | 192 | null | null | bigint unsigned | -5",
        "4 | 64 | 123.99 | 123.99 | float | 7",
        "5 | 64 | 1.25e-7 | 0.000000125 | double | 8",
        "5 | 64 | 1e21 | 1000000000000000000000 | double | 8",
        "246 | 65 | \"12.50\" | 12.50 | decimal | 3",
        "246 | 193 | \"99999999999999999999.0001\" | 99999999999999999999.0001 | decimal unsigned | 3",
        "16 | 65 | 18446744073709551615 | 18446744073709551615 | bit | -7",
        "13 | 65 | 2026 | 2026 | year | 12",
        "10 | 65 | \"0000-00-00\" | 0000-00-00 | date | 91",
        "11 | 65 | \"-838:59:59.000001\" | -838:59:59.000001 | time | 92",
        "12 | 65 | \"2026-01-15 10:20:30.400\" | 2026-01-15 10:20:30.400 | datetime | 93",
        "7 | 65 | \"2026-01-15 18:20:30\" | 2026-01-15 18:20:30 | timestamp | 93",
        "15 | 64 | \"Zo\\u00eb \\\\n\" | `Zo\\u00eb \\\\n` | varchar | 12",
        "254 | 64 | \"a\\n\" | `a\\n` | char | 1",
        "15 | 65 | \"\\\\x00\\\\xff\\\\\\\"\\\\\\\\é\" | `\\u0000ÿ\\\"\\\\Ã©` | varbinary | 2004",
        "254 | 65 | \"\\\\a\\\\t\\\\u00ad\\\\U0001f600x\" | `\\u0007\\tÂ\u00adð\u009f\u0098\u0080x` |"
            + " binary | 2004",
        "253 | 65 | \"\" | `` | varbinary | 2004",
        "252 | 64 | \"WmXDqyAiCg==\" | `Zeë \\\"\\n` | text | 2005",
        "249 | 64 | \"\" | `` | tinytext | 2005",
        "251 | 64 | null | null | longtext | 2005",
        "252 | 65 | \"AAH/Ilw=\" | `\\u0000\\u0001ÿ\\\"\\\\` | blob | 2004",
        "250 | 65 | \"5oiR\" | `æ\u0088\u0091` | mediumblob | 2004",
        "247 | 64 | 2 | 2 | enum | 4",
        "248 | 64 | 3 | 3 | set | -7",
        "245 | 65 | \"{\\\"a\\\": 1}\" | `{\\\"a\\\": 1}` | json | 12",
        "225 | 65 | \"[1,2]\" | [1,2] | vector | 12",
      })
  void valuesAreThoseOfCanalJson(
      int type, int flags, String value, String text, String mysqlType, int sqlType) {
    String shown = text == null ? "" : text;
    String canal =
        """
        {"id":0,"database":"store","table":"bills","pkNames":null,"isDdl":false,"type":"UPDATE",\
        "es":1768472430400,"ts":1,"sql":"","sqlType":{"v":%2$d},"mysqlType":{"v":"%3$s"},\
        "old":[{"v":null}],"data":[{"v":%1$s}],"_tidb":{"commitTs":463594436794777601}}"""
            .formatted(shown.equals("null") ? "null" : '"' + shown + '"', sqlType, mysqlType);
    String column = "{\"v\":{\"t\":%d,\"f\":%d,\"v\":%s}}";
    Part open =
        new Part(
            INSERT.key(),
            "{\"u\":"
                + column.formatted(type, flags, value)
                + ",\"p\":"
                + column.formatted(type, flags, "null")
                + "}");
    assertThat(facts(decode(open))).isEqualTo(facts(Messages.decode(canal)));
  }

  @Test
  void textThatLooksLikeDebeziumsPlaceholderIsText() {
    Part part = INSERT.with("\"3.10\"", "null").with("Zoë", "");
    String value = part.value().replaceFirst("\" .*?\"}", "\"__debezium_unavailable_value\"}");
    assertThat(text(decode(new Part(part.key(), value))))
        .contains("\"who\":\"__debezium_unavailable_value\"")
        .doesNotContain("\"unavailable\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"ts\":463594436794777601, | '' | INVALID ts is missing",
        "\"ts\":463594436794777601 | \"ts\":-1 | INVALID key: ts is not an integer",
        "\"scm\":\"store\", | '' | INVALID scm is missing",
        "\"tbl\":\"bills\", | '' | INVALID tbl is missing",
        "\"tbl\":\"bills\" | \"tbl\":7 | INVALID key: tbl is not a string",
        "\"tbl\":\"bills\" | \"tbl\":\"\\ud800\" | INVALID key: tbl holds half a surrogate pair",
        "\"tbl\":\"bills\" | \"tbl\":\"b\",\"tbl\":\"c\" | INVALID key: tbl is given twice",
        "\"t\":1} | \"t\":4} | INVALID t is none of 1 (a row), 2 (a DDL) and 3",
        "\"t\":1} | \"ohk\":true} | INVALID t is none of",
        "\"t\":1} | \"t\":1,\"ohk\":true} | INVALID ohk says that only the row's key is here",
        "\"t\":1} | \"t\":1,\"ccl\":\"a.json\"} | INVALID ccl says that only the row's key is here",
        "\"t\":1} | \"t\":1 | MALFORMED key: unexpected end",
        "{\"u\" | {\"x\" | INVALID u is missing, and so is d",
        "{\"u\" | {\"d\":{},\"u\" | INVALID u stands beside d",
        "{\"u\" | (\"u\" | MALFORMED value isn't JSON: if the changefeed compresses",
        "{\"u\" | [\"u\" | MALFORMED value: unexpected byte",
        "\"no\":{ | \"no\":7,\"n\":{ | INVALID column no is not an object",
        "\"t\":15 | \"t\":255 | INVALID column who has type 255, which isn't known",
        "\"t\":15 | \"t\":256 | INVALID column who has no number of a type",
        "\"t\":15, | '' | INVALID column who has no number of a type",
        "\"f\":64 | \"f\":-1 | INVALID column who has flags (f) that are no number",
        "\"v\":9 | \"w\":9 | INVALID column no has no value",
        "\"who\" | \"no\" | INVALID column no is given twice",
        "\"t\":246 | \"t\":252 | INVALID column sum holds what its type doesn't allow",
      })
  void whatIsWrongIsNamed(String found, String instead, String reason) {
    Part bad = INSERT.with(found, instead);
    assertThat(bad).isNotEqualTo(INSERT);
    Poison poison = (Poison) decode(bad);
    assertThat(poison.kind() + " " + poison.reason()).startsWith(reason);
    assertThat(poison.key()).isEqualTo(framedKey(bad));
    assertThat(poison.value()).isEqualTo(framedValue(bad));
  }

  @Test
  void otherFaultsAreNamed() {
    assertThat(reason(INSERT.with(INSERT.value(), "{\"u\":{}}"))).startsWith("u holds no column");
    assertThat(reason(INSERT.with(INSERT.value(), ""))).isEqualTo("value: no value");
    assertThat(reason(INSERT.with(INSERT.value(), "[]"))).startsWith("value: it is not an object");
    assertThat(reason(DDL.with("\"q\"", "\"r\""))).startsWith("q is missing");
    assertThat(reason(UPDATE.with("\"p\":{\"sum\"", "\"p\":{\"total\"")))
        .startsWith("column total stands in the row before the change and not in that after");
    assertThat(reason(DDL.with("\"scm\":\"store\",", "")))
        .startsWith("scm is missing, and the statement names no database");
    Poison poison = (Poison) decode(INSERT.with("\"t\":246", "\"t\":252"));
    assertThat(poison.about().table()).isEqualTo(new TableId("store", "bills"));
    assertThat(poison.about().primaryKey()).isEqualTo("{\"no\":\"9\"}");
    Part large = DELETE.with("\"t\":1}", "\"t\":1,\"ohk\":true}");
    assertThat(decode(large)).as("a DELETE needs no more than its key").isInstanceOf(Row.class);
  }

  private static String reason(Part part) {
    return ((Poison) decode(part)).reason();
  }

  @Test
  void ofABatchOnlyTheRefusedEventsAreInItsLetter() {
    Part[] bad = {UPDATE.with("\"t\":15", "\"t\":255"), DDL.with("\"q\"", "\"r\"")};
    List<Event> events = events(INSERT, bad[0], DELETE, bad[1]);
    assertThat(events).hasSize(3);
    assertThat(facts(events.get(0))).isEqualTo(facts(decode(INSERT)));
    assertThat(((Row) events.get(1)).commitTs()).isEqualTo(463594436794777603L);
    Poison letter = (Poison) events.get(2);
    assertThat(letter.position().offset()).isEqualTo(Messages.OFFSET);
    assertThat(letter.reason())
        .startsWith("event 2 of 4: column who has type 255, which isn't known")
        .endsWith("; 1 more events of this message are refused");
    assertThat(letter.key()).isEqualTo(framedKey(bad));
    assertThat(letter.value()).isEqualTo(framedValue(bad));
  }

  @Test
  void aMessageThatIsNotPutTogetherRightIsRefusedBeforeAnyOfItsEvents() {
    byte[] key = framedKey(INSERT, DELETE);
    byte[] value = framedValue(INSERT, DELETE);
    assertRefused(null, value, "INVALID there is no key");
    assertRefused(Messages.utf8("{}"), value, "INVALID the key doesn't begin with version 1");
    byte[] other = key.clone();
    other[7] = 2;
    assertRefused(other, value, "INVALID the key doesn't begin with version 1");
    assertRefused(Arrays.copyOf(key, 8), value, "MALFORMED the key isn't made of events");
    assertRefused(Arrays.copyOf(key, key.length - 1), value, "MALFORMED the key isn't made");
    assertRefused(key, Arrays.copyOf(value, value.length + 7), "MALFORMED the value isn't made");
    assertRefused(key, Messages.utf8(Messages.INSERT), "MALFORMED the value isn't made");
    assertRefused(key, framedValue(INSERT), "MALFORMED the key has 2 events, and the value 1");
    byte[] negative = value.clone();
    negative[0] = -1;
    assertRefused(key, negative, "MALFORMED the value isn't made");
    assertRefused(key, new byte[16 << 20], "TOO_LARGE");
  }

  private static void assertRefused(byte[] key, byte[] value, String reason) {
    List<Event> events = events(decoder(), key, value);
    assertThat(events).as(reason).hasSize(1);
    Poison poison = (Poison) events.get(0);
    assertThat(poison.kind() + " " + poison.reason()).startsWith(reason);
    assertThat(poison.key()).isEqualTo(key);
    assertThat(poison.value()).isEqualTo(value);
  }

  @Test
  void aFaultOfTheDecoderCostsOneEventOfABatch() {
    MessageDecoder faulty =
        (partition, offset, timestampMs, key, buffer, start, length) -> {
          if (Messages.utf8(UPDATE.key()).length == key.length && length > 120) {
            throw new IllegalStateException("nobody foresaw this");
          }
          return new Skipped(partition, "other");
        };
    OpenProtocolDecoder decoder = new OpenProtocolDecoder(new CarefulDecoder(() -> faulty));
    List<Event> events =
        events(decoder, framedKey(DELETE, UPDATE, DDL), framedValue(DELETE, UPDATE, DDL));
    assertThat(events).hasSize(3);
    Poison letter = (Poison) events.get(2);
    assertThat(letter.kind()).isEqualTo(Poison.Kind.UNKNOWN);
    assertThat(letter.key()).isEqualTo(framedKey(UPDATE));
  }

  @Test
  void timesThatAreAheadAreRefused() {
    OpenProtocolDecoder decoder =
        new OpenProtocolDecoder(
            DispatcherBy.TABLE,
            TableRule.ANY,
            CommitTimes.within(Duration.ofHours(1), () -> 1_600_000_000_000L));
    for (Part part : List.of(INSERT, DDL, WATERMARK)) {
      Poison poison = (Poison) events(decoder, framedKey(part), framedValue(part)).get(0);
      assertThat(poison.kind()).isEqualTo(Poison.Kind.AHEAD);
      assertThat(poison.reason()).startsWith("ts is 2026-01-15");
    }
  }

  /** Whatever is damaged of a batch, each of its events goes on or is in its one letter. */
  @Test
  void everyEventOfADamagedBatchIsDeliveredOrInItsLetter() {
    Random random = new Random(SEED);
    Part[] seeds = {INSERT, UPDATE, DELETE, DDL, WATERMARK};
    OpenProtocolDecoder decoder = decoder();
    int letters = 0;
    int wholes = 0;
    for (int i = 0; i < 4000; i++) {
      Part[] parts = new Part[1 + random.nextInt(5)];
      Arrays.setAll(parts, n -> seeds[random.nextInt(seeds.length)]);
      byte[] key = damaged(framedKey(parts), random);
      byte[] value = damaged(framedValue(parts), random);
      String about = "seed " + SEED + ", case " + i;
      List<Event> events = events(decoder, key, value);
      Event last = events.get(events.size() - 1);
      int inLetter = 0;
      if (last instanceof Poison letter) {
        assertThat(letter.reason()).as(about).hasSizeLessThan(400);
        List<Event> again = events(decoder, letter.key(), letter.value());
        assertThat(again).as(about).hasSize(1);
        inLetter = number(letter.key());
        letters++;
        wholes += events.size() == 1 ? 1 : 0;
      }
      assertThat(events.stream().filter(e -> e instanceof Poison).count())
          .as(about)
          .isLessThanOrEqualTo(1);
      if (inLetter > 0) {
        assertThat(events.size() - 1 + inLetter).as(about).isEqualTo(number(key));
      }
    }
    assertThat(letters).isGreaterThan(500);
    assertThat(wholes).isBetween(100, letters - 100);
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    byte[] damaged = bytes.clone();
    for (int n = random.nextInt(3); n > 0; n--) {
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return random.nextInt(20) == 0
        ? Arrays.copyOf(damaged, random.nextInt(damaged.length + 1))
        : damaged;
  }

  /** Events of a key that is put together right; else 0. */
  private static int number(byte[] key) {
    ByteBuffer buffer = ByteBuffer.wrap(key);
    if (buffer.remaining() < 8 || buffer.getLong() != 1) {
      return 0;
    }
    int number = 0;
    while (buffer.remaining() >= 8) {
      long length = buffer.getLong();
      if (length < 0 || length > buffer.remaining()) {
        return 0;
      }
      buffer.position(buffer.position() + (int) length);
      number++;
    }
    return number;
  }
}
