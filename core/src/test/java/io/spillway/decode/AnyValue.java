package io.spillway.decode;

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
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A random value of a random type, often at the type's edge, and how each source says it.
 *
 * @param ddl the type as a statement has it
 * @param type the same without length, as TiCDC's rows have it
 * @param text in canal-json; null for NULL
 * @param shown what readers of CSV and Parquet see: names, base64; otherwise {@code text}
 * @param simple JSON in TiCDC's simple protocol
 * @param open members of a column in TiCDC's open protocol
 * @param field words of Debezium's schema
 * @param debezium JSON in Debezium's message
 */
record AnyValue(
    String ddl,
    String type,
    String text,
    String shown,
    String simple,
    String open,
    String field,
    String debezium) {
  static final int KINDS = 15;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TIME = "io.debezium.time.";
  private static final String DATA = "io.debezium.data.";
  private static final List<String> PIECES =
      List.of(
          "a", "\"", "'", "\\", "\\N", "\n", "\r\n", ",", "\t", "\u0000", "\u007f", "é", "键", "😀",
          "\u2028", "<", "&", " ", "null", "0");

  static AnyValue random(int kind, Random random) {
    AnyValue value =
        switch (kind) {
          case 0 -> integer(random, "bigint", 8, 63, false);
          case 1 -> integer(random, "bigint", 8, 64, true);
          case 2 -> integer(random, "int", 3, 32, true);
          case 3 -> integer(random, "mediumint", 9, 23, false);
          case 4 -> decimal(random);
          case 5 -> text(random);
          case 6 -> bytes(random);
          case 7 -> day(random);
          case 8 -> dateTime(random, "datetime", 12);
          case 9 -> dateTime(random, "timestamp", 7);
          case 10 -> time(random);
          case 11 -> year(random);
          case 12 -> bits(random);
          case 13 -> elements(random);
          default -> floating(random);
        };
    return random.nextInt(8) > 0
        ? value
        : new AnyValue(
            value.ddl(),
            value.type(),
            null,
            null,
            "null",
            value.open().replaceAll("(?s)\"v\":.*", "\"v\":null"),
            value.field(),
            "null");
  }

  private static String json(String text) {
    return JSON.getNodeFactory().textNode(text).toString();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String open(int type, int flags, String value) {
    return "\"t\":%d,\"f\":%d,\"v\":%s".formatted(type, flags, value);
  }

  private static String semantic(String type, String name, String parameters) {
    return "\"type\":\"%s\",\"name\":\"%s\",\"parameters\":{%s}".formatted(type, name, parameters);
  }

  private static String source(String type, int length) {
    return "\"__debezium.source.column.type\":\"%s\",\"__debezium.source.column.length\":\"%d\""
        .formatted(type, length);
  }

  private static AnyValue plain(
      String ddl, String type, String text, String open, String field, String debezium) {
    return new AnyValue(ddl, type, text, text, json(text), open, field, debezium);
  }

  private static AnyValue integer(
      Random random, String type, int code, int bits, boolean unsigned) {
    BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    BigInteger value =
        switch (random.nextInt(4)) {
          case 0 -> most;
          case 1 -> unsigned ? BigInteger.ZERO : most.not();
          default -> new BigInteger(bits, random);
        };
    String word = unsigned ? type + " unsigned" : type;
    String field =
        "\"type\":\"int64\",\"parameters\":{" + source(word.toUpperCase(Locale.ROOT), 20);
    return plain(
        word,
        word,
        value.toString(),
        open(code, unsigned ? 128 : 0, value.toString()),
        field + "}",
        Long.toString(value.longValue()));
  }

  private static AnyValue decimal(Random random) {
    int[][] sizes = {{9, 2}, {18, 6}, {38, 10}, {65, 30}, {10, 0}, {4, 4}};
    int[] size = sizes[random.nextInt(sizes.length)];
    BigInteger most = BigInteger.TEN.pow(size[0]).subtract(BigInteger.ONE);
    BigInteger digits =
        random.nextInt(3) == 0 ? most : new BigInteger(most.bitLength(), random).mod(most);
    BigDecimal value = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), size[1]);
    String type = "decimal(" + size[0] + "," + size[1] + ")";
    String parameters =
        "\"scale\":\"%d\",\"connect.decimal.precision\":\"%d\"".formatted(size[1], size[0]);
    return plain(
        type,
        "decimal",
        value.toPlainString(),
        open(246, 0, json(value.toPlainString())),
        semantic("bytes", "org.apache.kafka.connect.data.Decimal", parameters),
        json(base64(value.unscaledValue().toByteArray())));
  }

  private static AnyValue text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    String said = json(text.toString());
    return plain(
        "varchar(64)", "varchar", text.toString(), open(15, 0, said), "\"type\":\"string\"", said);
  }

  private static AnyValue bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String said = json(base64(bytes));
    return new AnyValue(
        "blob", "blob", text, base64(bytes), said, open(252, 1, said), "\"type\":\"bytes\"", said);
  }

  private static LocalDate anyDay(Random random) {
    return random.nextInt(4) == 0
        ? LocalDate.of(random.nextBoolean() ? 1 : 9999, 12, 31)
        : LocalDate.of(1000, 1, 1).plusDays(random.nextInt(3_287_000));
  }

  private static AnyValue day(Random random) {
    LocalDate day = anyDay(random);
    String field = semantic("int32", TIME + "Date", "");
    return plain(
        "date",
        "date",
        day.toString(),
        open(10, 0, json(day.toString())),
        field,
        "" + day.toEpochDay());
  }

  private static long unit(int digits) {
    return BigInteger.TEN.pow(9 - digits).longValueExact();
  }

  private static AnyValue dateTime(Random random, String type, int code) {
    int digits = random.nextInt(7);
    long nanos = random.nextLong(86_400_000_000_000L) / unit(digits) * unit(digits);
    LocalDateTime time = anyDay(random).atTime(LocalTime.ofNanoOfDay(nanos));
    String pattern = "uuuu-MM-dd HH:mm:ss" + (digits > 0 ? "." + "S".repeat(digits) : "");
    String text = time.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    String ddl = digits > 0 ? type + "(" + digits + ")" : type;
    boolean zoned = type.equals("timestamp");
    long micros = time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1_000;
    String parameters = source(type.toUpperCase(Locale.ROOT), digits);
    return new AnyValue(
        ddl,
        type,
        text,
        text,
        zoned ? "{\"location\":\"UTC\",\"value\":" + json(text) + "}" : json(text),
        open(code, 0, json(text)),
        zoned
            ? semantic("string", TIME + "ZonedTimestamp", parameters)
            : semantic("int64", TIME + "MicroTimestamp", parameters),
        zoned ? json(text.replace(' ', 'T') + "Z") : "" + micros);
  }

  private static AnyValue time(Random random) {
    int digits = random.nextInt(7);
    long size = random.nextInt(4) == 0 ? 3_020_399 : random.nextInt(3_020_399);
    long fraction = random.nextInt(1_000_000) / (unit(digits) / 1_000) * (unit(digits) / 1_000);
    boolean negative = random.nextBoolean() && size + fraction > 0;
    String text =
        (negative ? "-" : "")
            + String.format("%02d:%02d:%02d", size / 3600, size / 60 % 60, size % 60)
            + (digits > 0 ? "." + String.format("%06d", fraction).substring(0, digits) : "");
    String ddl = digits > 0 ? "time(" + digits + ")" : "time";
    long micros = (size * 1_000_000 + fraction) * (negative ? -1 : 1);
    String field = semantic("int64", TIME + "MicroTime", source("TIME", digits));
    return plain(ddl, "time", text, open(11, 0, json(text)), field, "" + micros);
  }

  private static AnyValue year(Random random) {
    // 0 is 0 in TiCDC's own canal-json and 0000 in MySQL's
    int year = 1901 + random.nextInt(255);
    String text = Integer.toString(year);
    return plain(
        "year",
        "year",
        text,
        open(13, 0, "" + year),
        semantic("int32", TIME + "Year", ""),
        "" + year);
  }

  private static AnyValue bits(Random random) {
    int length = random.nextInt(3) == 0 ? 64 : 1 + random.nextInt(64);
    BigInteger value =
        random.nextInt(3) == 0
            ? BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE)
            : new BigInteger(length, random);
    byte[] bytes = new byte[(length + 7) / 8];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = value.shiftRight(8 * i).byteValue();
    }
    String field = semantic("bytes", DATA + "Bits", "\"length\":\"" + length + "\"");
    return plain(
        "bit(" + length + ")",
        "bit",
        value.toString(),
        open(16, 0, value.toString()),
        field,
        json(base64(bytes)));
  }

  private static AnyValue elements(Random random) {
    boolean ofSet = random.nextBoolean();
    List<String> names = ofSet ? List.of("0", "1", "b c") : List.of("0", "1", "a,b", "'", "é");
    int number = random.nextInt(ofSet ? 8 : 6);
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      if (ofSet ? (number >> i & 1) == 1 : number == i + 1) {
        shown.append(shown.length() > 0 ? "," : "").append(names.get(i));
      }
    }
    String type = ofSet ? "set" : "enum";
    String ddl =
        type
            + "('"
            + String.join("','", names.stream().map(n -> n.replace("'", "''")).toList())
            + "')";
    String allowed =
        json(String.join(",", names.stream().map(n -> n.replace(",", "\\,")).toList()));
    return new AnyValue(
        ddl,
        type,
        "" + number,
        shown.toString(),
        json("" + number),
        open(ofSet ? 248 : 247, 0, "" + number),
        semantic("string", DATA + (ofSet ? "EnumSet" : "Enum"), "\"allowed\":" + allowed),
        json(shown.toString()));
  }

  private static AnyValue floating(Random random) {
    double[] edges = {0, 1, -1, Double.MAX_VALUE, -Double.MAX_VALUE, 1e-300, 1e6, 123456.5, 1e21};
    double value =
        random.nextBoolean()
            ? edges[random.nextInt(edges.length)]
            : Double.longBitsToDouble(random.nextLong() & ~(1L << 62) | 1L << 61);
    String text =
        value == 0
            ? "0"
            : new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    String digits = Double.toString(value);
    return plain("double", "double", text, open(5, 0, digits), "\"type\":\"double\"", digits);
  }
}
