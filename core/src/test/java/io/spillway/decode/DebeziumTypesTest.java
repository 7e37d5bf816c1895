package io.spillway.decode;

import static io.spillway.decode.DebeziumMessages.canal;
import static io.spillway.decode.DebeziumMessages.decode;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.Poison;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One value a type: what a schema says, what the message holds, and what canal-json has for it. */
class DebeziumTypesTest {
  private static final String TIME = "io.debezium.time.";
  private static final String DATA = "io.debezium.data.";
  private static final String CONNECT = "org.apache.kafka.connect.data.";

  private static String field(String type, String name, String parameters) {
    return "{\"type\":\"%s\",\"optional\":true,\"name\":\"%s\",\"parameters\":{%s},\"field\":\"v\"}"
        .formatted(type, name, parameters);
  }

  private static String shown(String field, String value) {
    JsonNode canal = canal(decode(null, DebeziumMessages.typed(field, value)));
    JsonNode data = canal.at("/data/0/v");
    String text = data.isNull() ? "null" : "'" + data.textValue() + "'";
    return text + " " + canal.at("/mysqlType/v").asText() + " " + canal.at("/sqlType/v").asText();
  }

  private static String shown(String type, String name, String parameters, String value) {
    return shown(field(type, name, parameters), value);
  }

  private static String source(String type, String... lengthAndScale) {
    String text = "\"__debezium.source.column.type\":\"" + type + "\"";
    if (lengthAndScale.length > 0) {
      text += ",\"__debezium.source.column.length\":\"" + lengthAndScale[0] + "\"";
    }
    if (lengthAndScale.length > 1) {
      text += ",\"__debezium.source.column.scale\":\"" + lengthAndScale[1] + "\"";
    }
    return text;
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "int16,7,'7' smallint 5",
        "int32,-7,'-7' int 4",
        "int64,-9223372036854775808,'-9223372036854775808' bigint -5",
        "boolean,true,'1' bit(1) -7",
        "boolean,false,'0' bit(1) -7",
        "float,1.50,'1.5' float 7",
        "float,3.0,'3' float 7",
        "double,1E+21,'1000000000000000000000' double 8",
        "double,1.25e-7,'0.000000125' double 8",
        "double,-0.0,'-0' double 8",
        "double,null,null double 8",
        "string,\"a\\n\",`'a\n' varchar 12`",
        "bytes,\"5oiR\",'æ\u0088\u0091' blob 2004",
        "bytes,\"AAEiXA==\",`'\u0000\u0001\"\\' blob 2004`",
        "bytes,\"\",'' blob 2004",
        "array,`[1, 2]`,`'[1, 2]' json 12`",
      })
  void plainTypes(String type, String value, String expected) {
    assertThat(shown(type, "", "", value)).isEqualTo(expected);
  }

  @Test
  void exactDigitsOfDecimals() {
    String decimal = CONNECT + "Decimal";
    String unscaled = "\"scale\":\"0\"";
    assertThat(shown("bytes", decimal, unscaled, "\"AP//////////\""))
        .isEqualTo("'18446744073709551615' decimal(65,0) 3");
    assertThat(shown("bytes", decimal, unscaled, "\"gA==\"")).isEqualTo("'-128' decimal(65,0) 3");
    String unsigned = unscaled + "," + source("BIGINT UNSIGNED");
    assertThat(shown("bytes", decimal, unsigned, "\"AP//////////\""))
        .isEqualTo("'18446744073709551615' bigint unsigned 3");
    assertThat(shown("bytes", decimal, unsigned, "\"FRK4D1lAAAA=\""))
        .isEqualTo("'" + 0x1512B80F59400000L + "' bigint unsigned -5");
    assertThat(
            shown(
                "bytes",
                decimal,
                "\"scale\":\"2\",\"connect.decimal.precision\":\"12\"",
                "\"AxY=\""))
        .isEqualTo("'7.90' decimal(12,2) 3");
    String wide = "\"scale\":\"30\",\"connect.decimal.precision\":\"65\"";
    assertThat(shown("bytes", decimal, wide, "\"/w==\""))
        .isEqualTo("'-0.000000000000000000000000000001' decimal(65,30) 3");
    assertThat(shown("bytes", decimal, wide, "\"D////////////////////////////w==\""))
        .isEqualTo(
            "'"
                + new java.math.BigDecimal(
                        new java.math.BigInteger(
                            java.util.Base64.getDecoder()
                                .decode("D////////////////////////////w==")),
                        30)
                    .toPlainString()
                + "' decimal(65,30) 3");
    assertThat(shown("bytes", decimal, "\"scale\":\"2\"", "12.5")).isEqualTo("'12.50' decimal 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"scale\":3,\"value\":\"/n4=\"} | -0.386",
        "{\"value\":\"MDk=\", \"scale\" : 0} | 12345",
        "{\"scale\":-3,\"value\":\"+w==\"} | -5000",
        "{\"scale\":-3,\"value\":\"AA==\"} | 0",
        "{\"scale\":20,\"value\":\"Aw==\"} | 0.00000000000000000003",
        "12.50 | 12.50",
      })
  void aDecimalWithAScaleOfItsOwnIsANumber(String value, String expected) {
    String field = field("struct", DATA + "VariableScaleDecimal", "");
    assertThat(shown(field, value)).isEqualTo("'" + expected + "' decimal 3");
  }

  @Test
  void decimalsAsNumbersOrTextShowAllTheirDecimals() {
    String source = source("DECIMAL", "12", "2");
    assertThat(shown("double", "", source, "12.5")).isEqualTo("'12.50' decimal(12,2) 3");
    assertThat(shown("double", "", source, "12")).isEqualTo("'12.00' decimal(12,2) 3");
    assertThat(shown("string", "", source, "\"-0.10\"")).isEqualTo("'-0.10' decimal(12,2) 3");
    assertThat(shown("string", "", source, "null")).isEqualTo("null decimal(12,2) 3");
  }

  @Test
  void unsignedIntegersNeverComeOutNegative() {
    assertThat(shown("int64", "", source("BIGINT UNSIGNED"), "-1"))
        .isEqualTo("'18446744073709551615' bigint unsigned 3");
    assertThat(shown("int64", "", source("BIGINT UNSIGNED"), "5"))
        .isEqualTo("'5' bigint unsigned -5");
    assertThat(shown("int64", "", source("INT UNSIGNED ZEROFILL"), "4294967295"))
        .isEqualTo("'4294967295' int unsigned -5");
    assertThat(shown("int16", "", source("TINYINT UNSIGNED"), "255"))
        .isEqualTo("'255' tinyint unsigned 5");
    assertThat(shown("int16", "", source("TINYINT UNSIGNED"), "127"))
        .isEqualTo("'127' tinyint unsigned -6");
    assertThat(shown("int32", "", source("SMALLINT UNSIGNED"), "40000"))
        .isEqualTo("'40000' smallint unsigned 4");
  }

  @Test
  void ticdcsTypesAreTold() {
    String bigint = "{\"tidb_type\":\"bigint unsigned\",\"type\":\"int64\",\"field\":\"v\"}";
    assertThat(shown(bigint, "-2")).isEqualTo("'18446744073709551614' bigint unsigned 3");
    String blob = "{\"tidb_type\":\"blob\",\"type\":\"string\",\"field\":\"v\"}";
    assertThat(shown(blob, "\"5oiR\"")).isEqualTo("'æ\u0088\u0091' blob 2004");
    String text = "{\"tidb_type\":\"text\",\"type\":\"string\",\"field\":\"v\"}";
    assertThat(shown(text, "\"5oiR\"")).isEqualTo("'5oiR' text 2005");
    String decimal = "{\"tidb_type\":\"decimal\",\"type\":\"double\",\"field\":\"v\"}";
    assertThat(shown(decimal, "12.5")).isEqualTo("'12.5' decimal 3");
    String vector =
        "{\"tidb_type\":\"vector\",\"type\":\"string\",\"name\":\"%sTiDBVectorFloat32\",\"field\":\"v\"}";
    assertThat(shown(vector.formatted(DATA), "\"[1,2]\"")).isEqualTo("'[1,2]' vector 12");
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "int32,Date,0,'1970-01-01' date 91",
        "int32,Date,-719162,'0001-01-01' date 91",
        "int32,Date,2932896,'9999-12-31' date 91",
        "int32,Date,19782,'2024-02-29' date 91",
        "int64,Timestamp,1476497715000,'2016-10-15 02:15:15' datetime 93",
        "int64,Timestamp,1476497715120,'2016-10-15 02:15:15.120' datetime 93",
        "int64,Timestamp,-1,'1969-12-31 23:59:59.999' datetime 93",
        "int64,MicroTimestamp,1476497715000000,'2016-10-15 02:15:15.000000' datetime(6) 93",
        "int64,MicroTimestamp,-1,'1969-12-31 23:59:59.999999' datetime(6) 93",
        "int64,NanoTimestamp,1476497715000001999,'2016-10-15 02:15:15.000001999' datetime(9) 93",
        "int64,NanoTimestamp,1476497715000001900,'2016-10-15 02:15:15.0000019' datetime(9) 93",
        "int64,NanoTimestamp,-10,'1969-12-31 23:59:59.99999999' datetime(9) 93",
        "int64,NanoTimestamp,1476497715000000000,'2016-10-15 02:15:15.000000' datetime(9) 93",
        "int64,NanoTime,8000000700,'00:00:08.0000007' time 92",
        "string,ZonedTimestamp,\"2016-10-15T02:15:15.1234567+05:30\",'2016-10-14 20:45:15.1234567'"
            + " timestamp 93",
        "string,ZonedTimestamp,\"2016-10-15T02:15:15.1234567891Z\",'2016-10-15 02:15:15.123456789'"
            + " timestamp 93",
        "string,Interval,\"P3Y6M4DT12H30M5S\",'P3Y6M4DT12H30M5S' varchar 12",
        "int64,MicroDuration,-93784000000,'-93784000000' bigint -5",
        "int64,NanoDuration,7,'7' bigint -5",
        "int64,MicroTime,3661000000,'01:01:01' time 92",
        "int64,MicroTime,3661000007,'01:01:01.000007' time 92",
        "int64,MicroTime,-3020399000000,'-838:59:59' time 92",
        "int64,MicroTime,-500000,'-00:00:00.500000' time 92",
        "int32,Time,3661250,'01:01:01.250' time 92",
        "int64,NanoTime,1000000000,'00:00:01' time 92",
        "int32,Year,2024,'2024' year 12",
        "int32,Year,0,'0000' year 12",
        "string,ZonedTimestamp,\"2016-10-15T02:15:15Z\",'2016-10-15 02:15:15' timestamp 93",
        "string,ZonedTimestamp,\"2016-10-15T02:15:15.120Z\",'2016-10-15 02:15:15.120' timestamp 93",
        "string,ZonedTimestamp,\"2016-10-15T02:15:15+02:30\",'2016-10-14 23:45:15' timestamp 93",
        "string,IsoTimestamp,\"2016-10-15T02:15:15.1Z\",'2016-10-15 02:15:15.1' datetime 93",
        "string,IsoDate,\"2016-10-15Z\",'2016-10-15' date 91",
        "string,ZonedTime,\"02:15:15+02:00\",'02:15:15' time 92",
      })
  void datesAndTimes(String type, String name, String value, String expected) {
    assertThat(shown(type, TIME + name, "", value)).isEqualTo(expected);
  }

  @Test
  void knownDecimalsOfASecondAreAllShown() {
    assertThat(shown("int64", TIME + "Timestamp", source("DATETIME", "3"), "1476497715000"))
        .isEqualTo("'2016-10-15 02:15:15.000' datetime(3) 93");
    assertThat(shown("int64", TIME + "MicroTimestamp", source("DATETIME", "4"), "1476497715123400"))
        .isEqualTo("'2016-10-15 02:15:15.1234' datetime(4) 93");
    assertThat(shown("int64", TIME + "Timestamp", source("DATETIME"), "1476497715000"))
        .isEqualTo("'2016-10-15 02:15:15' datetime 93");
    assertThat(shown("int64", TIME + "MicroTime", source("TIME", "2"), "1500000"))
        .isEqualTo("'00:00:01.50' time(2) 92");
    assertThat(
            shown(
                "string",
                TIME + "ZonedTimestamp",
                source("TIMESTAMP", "6"),
                "\"2016-10-15T02:15:15.12Z\""))
        .isEqualTo("'2016-10-15 02:15:15.120000' timestamp(6) 93");
    assertThat(shown("int32", CONNECT + "Date", "", "1")).isEqualTo("'1970-01-02' date 91");
    assertThat(shown("int64", CONNECT + "Timestamp", "", "1000"))
        .isEqualTo("'1970-01-01 00:00:01' datetime 93");
    assertThat(shown("int32", CONNECT + "Time", "", "1000")).isEqualTo("'00:00:01' time 92");
  }

  @Test
  void aNullWhereThereCanBeNoneIsAZeroDate() {
    String required = field("int64", TIME + "Timestamp", "").replace("true", "false");
    assertThat(shown(required, "null")).isEqualTo("'0000-00-00 00:00:00' datetime 93");
    String day = field("int32", TIME + "Date", "").replace("true", "false");
    assertThat(shown(day, "null")).isEqualTo("'0000-00-00' date 91");
    String precise =
        field("string", TIME + "ZonedTimestamp", source("TIMESTAMP", "3")).replace("true", "false");
    assertThat(shown(precise, "null")).isEqualTo("'0000-00-00 00:00:00.000' timestamp(3) 93");
    assertThat(shown("int64", TIME + "Timestamp", "", "null")).isEqualTo("null datetime 93");
  }

  @Test
  void enumsAndSetsAreNumbersAsInCanalJson() {
    String allowed = "\"allowed\":\"new,paid,a\\\\,b,it's\"";
    String type = "enum('new','paid','a,b','it''s') 4";
    assertThat(shown("string", DATA + "Enum", allowed, "\"paid\"")).isEqualTo("'2' " + type);
    assertThat(shown("string", DATA + "Enum", allowed, "\"a,b\"")).isEqualTo("'3' " + type);
    assertThat(shown("string", DATA + "Enum", allowed, "\"p\\u0061id\"")).isEqualTo("'2' " + type);
    assertThat(shown("string", DATA + "Enum", allowed, "\"\"")).isEqualTo("'0' " + type);
    assertThat(shown("string", DATA + "Enum", allowed, "\"odd\"")).isEqualTo("'odd' " + type);
    String set = "\"allowed\":\"r,w,x\"";
    assertThat(shown("string", DATA + "EnumSet", set, "\"r,x\""))
        .isEqualTo("'5' set('r','w','x') -7");
    assertThat(shown("string", DATA + "EnumSet", set, "\"\"")).isEqualTo("'0' set('r','w','x') -7");
    assertThat(shown("string", DATA + "EnumSet", set, "\"r,odd\""))
        .isEqualTo("'r,odd' set('r','w','x') -7");
  }

  @Test
  void bitsAndJson() {
    assertThat(shown("bytes", DATA + "Bits", "\"length\":\"10\"", "\"AQI=\""))
        .isEqualTo("'513' bit(10) -7");
    assertThat(shown("bytes", DATA + "Bits", "\"length\":\"64\"", "\"//////////8=\""))
        .isEqualTo("'18446744073709551615' bit(64) -7");
    assertThat(shown("string", DATA + "Json", "", "\"{\\\"a\\\": [1]}\""))
        .isEqualTo("'{\"a\": [1]}' json 12");
  }

  @Test
  void propagatedTypesAreShown() {
    assertThat(shown("string", "", source("VARCHAR", "64"), "\"x\""))
        .isEqualTo("'x' varchar(64) 12");
    assertThat(shown("bytes", "", source("VARBINARY", "16"), "\"eA==\""))
        .isEqualTo("'x' varbinary(16) 2004");
    assertThat(shown("string", "", source("MEDIUMTEXT"), "\"x\"")).isEqualTo("'x' mediumtext 2005");
    assertThat(shown("struct", DATA + "geometry.Point", source("POINT"), "{\"wkb\":\"AQ==\"}"))
        .isEqualTo("'{\"wkb\":\"AQ==\"}' point 12");
  }

  @Test
  void withoutASchemaTheValueDecides() {
    String message =
        """
        {"op":"c","source":{"db":"d","table":"t","ts_ms":5},"after":{"i":7,\
        "u":18446744073709551615,"m":-9223372036854775808,"d":1.50,"e":1e3,"b":true,"s":"x",\
        "n":null,"o":{"a":"\\""}}}\
        """;
    JsonNode canal = canal(decode(null, message));
    assertThat(canal.get("data").toString())
        .isEqualTo(
            "[{\"i\":\"7\",\"u\":\"18446744073709551615\",\"m\":\"-9223372036854775808\","
                + "\"d\":\"1.50\",\"e\":\"1000\",\"b\":\"1\",\"s\":\"x\",\"n\":null,"
                + "\"o\":\"{\\\"a\\\":\\\"\\\\\\\"\\\"}\"}]");
    assertThat(canal.get("sqlType").toString())
        .isEqualTo(
            "{\"i\":-5,\"u\":3,\"m\":-5,\"d\":8,\"e\":8,\"b\":-7,\"s\":12,\"n\":0,\"o\":12}");
    assertThat(canal.get("mysqlType").isNull()).isTrue();
  }

  @Test
  void hugeExponentsAreNotWrittenOut() {
    String message =
        "{\"op\":\"c\",\"source\":{\"db\":\"d\",\"table\":\"t\",\"ts_ms\":5},"
            + "\"after\":{\"a\":1e400,\"b\":1e999999999,\"c\":1e99999999999}}";
    JsonNode row = canal(decode(null, message)).at("/data/0");
    assertThat(row.get("a").asText()).isEqualTo("1" + "0".repeat(400));
    assertThat(row.get("b").asText()).isEqualTo("1e999999999");
    assertThat(row.get("c").asText()).isEqualTo("1e99999999999");
  }

  @Test
  void valuesThatTheirTypeForbidsAreRefusedByColumn() {
    List<String> bad =
        List.of(
            field("int32", TIME + "Date", "") + "|\"x\"",
            field("int32", TIME + "Date", "") + "|99999999",
            field("int32", TIME + "Year", "") + "|-1",
            field("int64", TIME + "MicroTime", "") + "|99999999999999999",
            field("string", TIME + "ZonedTimestamp", "") + "|\"yesterday\"",
            field("string", TIME + "ZonedTimestamp", "") + "|\"2016-10-15T02:15:15\"",
            field("string", TIME + "IsoDate", "") + "|\"infinity\"",
            field("string", TIME + "IsoDate", "") + "|\"2016\"",
            field("string", TIME + "IsoTime", "") + "|\"noon\"",
            field("string", "", source("DECIMAL", "12", "2")) + "|\"NaN\"",
            field("bytes", "", "") + "|\"a\"",
            field("bytes", "", "") + "|\"*?==\"",
            field("bytes", "", "") + "|5",
            field("bytes", CONNECT + "Decimal", "\"scale\":\"0\"") + "|\"\"",
            field("struct", DATA + "VariableScaleDecimal", "") + "|{\"scale\":2}",
            field("struct", DATA + "VariableScaleDecimal", "") + "|{\"value\":\"AQ==\"}",
            field("struct", DATA + "VariableScaleDecimal", "")
                + "|{\"scale\":99999999,\"value\":\"AQ==\"}",
            field("bytes", DATA + "Bits", "") + "|\"AAAAAAAAAAAAAAAA\"");
    for (String entry : bad) {
      String[] parts = entry.split("\\|");
      Poison poison = (Poison) decode(null, DebeziumMessages.typed(parts[0], parts[1]));
      assertThat(poison.kind()).as(entry).isEqualTo(Poison.Kind.INVALID);
      assertThat(poison.reason())
          .as(entry)
          .startsWith("column v holds what its type doesn't allow, at byte ");
    }
  }
}
