package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;

/**
 * A random value as canal-json has it and as Debezium says it, made by java.time and java.math.
 *
 * @param field the schema's words, without the column's name
 * @param value the message's value
 * @param canal the text in canal-json; null for NULL
 */
record DebeziumColumn(String field, JsonNode value, String canal, String mysqlType, int sqlType) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TIME = "io.debezium.time.";
  private static final String DATA = "io.debezium.data.";
  static final int KINDS = 14;

  static DebeziumColumn random(int kind, Random random) {
    DebeziumColumn column =
        switch (kind) {
          case 0 -> bigint(random);
          case 1 -> unsigned(random, random.nextBoolean());
          case 2 -> decimal(random);
          case 3 -> text(random);
          case 4 -> blob(random);
          case 5 -> day(random);
          case 6 -> dateTime(random, 3, "Timestamp", 1000);
          case 7 -> dateTime(random, 6, "MicroTimestamp", 1_000_000);
          case 8 -> time(random);
          case 9 -> instant(random);
          case 10 -> member(random);
          case 11 -> members(random);
          case 12 -> bits(random);
          default -> floating(random);
        };
    return random.nextInt(6) == 0 ? column.asNull() : column;
  }

  private DebeziumColumn asNull() {
    int type = sqlType == 3 && mysqlType.startsWith("bigint") ? -5 : sqlType;
    return new DebeziumColumn(field, JSON.nullNode(), null, mysqlType, type);
  }

  private static String semantic(String type, String name, String parameters) {
    return "\"type\":\""
        + type
        + "\",\"name\":\""
        + name
        + "\",\"parameters\":{"
        + parameters
        + "}";
  }

  private static String source(String type, int length) {
    return "\"__debezium.source.column.type\":\""
        + type
        + "\",\"__debezium.source.column.length\":\""
        + length
        + "\"";
  }

  private static JsonNode base64(byte[] bytes) {
    return JSON.getNodeFactory().textNode(Base64.getEncoder().encodeToString(bytes));
  }

  private static JsonNode number(long value) {
    return JSON.getNodeFactory().numberNode(value);
  }

  private static DebeziumColumn bigint(Random random) {
    long value = random.nextLong() >> random.nextInt(64);
    return new DebeziumColumn("\"type\":\"int64\"", number(value), "" + value, "bigint", -5);
  }

  private static DebeziumColumn unsigned(Random random, boolean precise) {
    long value = random.nextLong() >>> random.nextInt(64);
    String canal = Long.toUnsignedString(value);
    int sqlType = precise || value < 0 ? 3 : -5;
    String field =
        precise
            ? semantic("bytes", "org.apache.kafka.connect.data.Decimal", "\"scale\":\"0\"")
            : "\"tidb_type\":\"bigint unsigned\",\"type\":\"int64\"";
    JsonNode said = precise ? base64(new BigInteger(canal).toByteArray()) : number(value);
    return new DebeziumColumn(
        field, said, canal, precise ? "decimal(65,0)" : "bigint unsigned", sqlType);
  }

  private static DebeziumColumn decimal(Random random) {
    int scale = 1 + random.nextInt(30);
    BigInteger digits = new BigInteger(1 + random.nextInt(214), random);
    BigDecimal value = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
    String parameters = "\"scale\":\"" + scale + "\",\"connect.decimal.precision\":\"65\"";
    return new DebeziumColumn(
        semantic("bytes", "org.apache.kafka.connect.data.Decimal", parameters),
        base64(value.unscaledValue().toByteArray()),
        value.toPlainString(),
        "decimal(65," + scale + ")",
        3);
  }

  private static DebeziumColumn text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int bound = new int[] {0x30, 0x80, 0x800, 0xD800, 0x110000}[random.nextInt(5)];
      int c = random.nextInt(bound);
      text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? '"' : c);
    }
    return new DebeziumColumn(
        "\"type\":\"string\"",
        JSON.getNodeFactory().textNode(text.toString()),
        text.toString(),
        "varchar",
        12);
  }

  private static DebeziumColumn blob(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    String canal = new String(bytes, StandardCharsets.ISO_8859_1);
    return new DebeziumColumn("\"type\":\"bytes\"", base64(bytes), canal, "blob", 2004);
  }

  private static LocalDate anyDay(Random random) {
    return LocalDate.of(1, 1, 1).plusDays(random.nextInt(3_652_059));
  }

  private static DebeziumColumn day(Random random) {
    LocalDate day = anyDay(random);
    return new DebeziumColumn(
        semantic("int32", TIME + "Date", ""), number(day.toEpochDay()), day.toString(), "date", 91);
  }

  private static LocalDateTime anyTime(Random random, int digits) {
    long unit = (long) Math.pow(10, 9 - digits);
    long nanos = random.nextLong(86_400_000_000_000L) / unit * unit;
    return anyDay(random).atTime(LocalTime.ofNanoOfDay(nanos));
  }

  private static String shown(LocalDateTime time, int digits) {
    String pattern = "uuuu-MM-dd HH:mm:ss" + (digits > 0 ? "." + "S".repeat(digits) : "");
    return time.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
  }

  private static DebeziumColumn dateTime(Random random, int most, String name, long unit) {
    int digits = most == 3 ? random.nextInt(4) : 4 + random.nextInt(3);
    LocalDateTime time = anyTime(random, digits);
    long count =
        time.toEpochSecond(ZoneOffset.UTC) * unit + time.getNano() / (1_000_000_000 / unit);
    return new DebeziumColumn(
        semantic("int64", TIME + name, source("DATETIME", digits)),
        number(count),
        shown(time, digits),
        "datetime" + (digits > 0 ? "(" + digits + ")" : ""),
        93);
  }

  private static DebeziumColumn time(Random random) {
    long seconds = random.nextInt(2 * 3_020_399) - 3_020_399L;
    long size = Math.abs(seconds);
    String canal =
        (seconds < 0 ? "-" : "")
            + String.format("%02d:%02d:%02d", size / 3600, size / 60 % 60, size % 60);
    return new DebeziumColumn(
        semantic("int64", TIME + "MicroTime", ""), number(seconds * 1_000_000), canal, "time", 92);
  }

  private static DebeziumColumn instant(Random random) {
    int digits = random.nextInt(7);
    LocalDateTime time = anyTime(random, digits);
    String said = time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    said =
        (time.getSecond() == 0 && time.getNano() == 0 && said.length() == 16 ? said + ":00" : said);
    return new DebeziumColumn(
        semantic("string", TIME + "ZonedTimestamp", source("TIMESTAMP", digits)),
        JSON.getNodeFactory().textNode(said + "Z"),
        shown(time, digits),
        "timestamp" + (digits > 0 ? "(" + digits + ")" : ""),
        93);
  }

  private static DebeziumColumn member(Random random) {
    int number = 1 + random.nextInt(3);
    return new DebeziumColumn(
        semantic("string", DATA + "Enum", "\"allowed\":\"a,ö\\\\,c,d\""),
        JSON.getNodeFactory().textNode(new String[] {"a", "ö,c", "d"}[number - 1]),
        "" + number,
        "enum('a','ö,c','d')",
        4);
  }

  private static DebeziumColumn members(Random random) {
    int bits = random.nextInt(8);
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      if ((bits >> i & 1) == 1) {
        names.append(names.length() > 0 ? "," : "").append("xyz".charAt(i));
      }
    }
    return new DebeziumColumn(
        semantic("string", DATA + "EnumSet", "\"allowed\":\"x,y,z\""),
        JSON.getNodeFactory().textNode(names.toString()),
        "" + bits,
        "set('x','y','z')",
        -7);
  }

  private static DebeziumColumn bits(Random random) {
    byte[] littleEndian = new byte[1 + random.nextInt(8)];
    random.nextBytes(littleEndian);
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = littleEndian[bigEndian.length - 1 - i];
    }
    return new DebeziumColumn(
        semantic("bytes", DATA + "Bits", "\"length\":\"64\""),
        base64(littleEndian),
        new BigInteger(1, bigEndian).toString(),
        "bit(64)",
        -7);
  }

  private static DebeziumColumn floating(Random random) {
    double value = random.nextInt(2_000_001) / (double) (1 << random.nextInt(12));
    String canal = new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    return new DebeziumColumn(
        "\"type\":\"double\"", JSON.getNodeFactory().numberNode(value), canal, "double", 8);
  }
}
