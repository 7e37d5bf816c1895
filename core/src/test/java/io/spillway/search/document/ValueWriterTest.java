package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.search.document.ValuePolicy.Form;
import io.spillway.search.document.ValuePolicy.Json;
import io.spillway.search.document.ValuePolicy.OnBad;
import io.spillway.search.document.ValuePolicy.ZeroDates;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueWriterTest {
  private static final JsonFactory JSON = new JsonFactory();
  private static final ValuePolicy TEXTS =
      new ValuePolicy(Json.TEXT, Form.TEXT, ZeroDates.DEAD_LETTER, OnBad.NULL, ZoneOffset.UTC);

  private static String write(ValuePolicy policy, String type, String text)
      throws IOException, RefusedRowException {
    StringWriter out = new StringWriter();
    ValueWriter writer = new ValueWriter(JSON, policy);
    try (JsonGenerator generator = JSON.createGenerator(out)) {
      writer.write(generator, "c", ValueKind.of(type, 0), text);
    }
    return out + (writer.nulled() > 0 ? " nulled" : "");
  }

  private static String write(String type, String text) throws IOException, RefusedRowException {
    return write(ValuePolicy.DEFAULT, type, text);
  }

  @ParameterizedTest
  @CsvSource({
    "bigint unsigned, 18446744073709551615, 18446744073709551615",
    "bigint, -9223372036854775808, -9223372036854775808",
    "bigint, 1518478400438665216, 1518478400438665216",
    "int(5) unsigned zerofill, 00042, 42",
    "bit(8), 255, 255",
    "year, 2026, 2026",
    "'decimal(10,2)', 7.90, 7.90",
    "decimal, 12345678901234567890123456789012345.678901234567890123456789, "
        + "12345678901234567890123456789012345.678901234567890123456789",
    "decimal zerofill, 0012.50, 12.50",
    "double, 1e21, 1e21",
    "float, 0.1, 0.1",
    "enum, 1, 1",
    "set, 5, 5"
  })
  void keepsEveryDigitOfANumber(String type, String text, String json) throws Exception {
    assertThat(write(type, text)).isEqualTo(json);
  }

  @Property(tries = 300)
  void keepsDecimalsExactly(
      @ForAll BigInteger unscaled, @ForAll @IntRange(min = 0, max = 30) int scale)
      throws Exception {
    BigDecimal value = new BigDecimal(unscaled, scale);
    JsonNode node =
        new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .readTree(write("decimal", value.toPlainString()));
    assertThat(node.decimalValue()).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e400", "-1e400"})
  void neverWritesANumberThatJsonOrADoubleCannotHold(String text) throws Exception {
    assertThatThrownBy(() -> write("double", text))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("column c");
    assertThat(write(TEXTS, "double", text)).isEqualTo("null nulled");
    assertThatThrownBy(() -> write("json", "{\"sum\":" + text + "}"))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("column c");
  }

  @ParameterizedTest
  @CsvSource({
    "int, 1.5",
    "int, ''",
    "int, -",
    "bigint, 0x1F",
    "decimal, 1.",
    "decimal, .5",
    "decimal, 1e5x",
    "decimal, abc",
    "double, 1e",
    "double, --1"
  })
  void refusesTextThatIsNotItsType(String type, String text) {
    assertThatThrownBy(() -> write(type, text))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("column c");
  }

  @Test
  void writesBytesAsBase64OfTheBytesThemselves() throws Exception {
    assertThat(write("blob", "\u00e6\u0088\u0091")).isEqualTo("\"5oiR\"");
    StringBuilder all = new StringBuilder();
    for (char c = 0; c <= 0xFF; c++) {
      all.append(c);
    }
    byte[] bytes =
        new ObjectMapper().readTree(write("varbinary(256)", all.toString())).binaryValue();
    for (int i = 0; i <= 0xFF; i++) {
      assertThat(bytes[i]).isEqualTo((byte) i);
    }
    assertThatThrownBy(() -> write("blob", "我"))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("U+00FF");
  }

  @ParameterizedTest
  @CsvSource({
    "date, 2026-01-15, 2026-01-15",
    "datetime, 2026-01-15 10:20:30, 2026-01-15T10:20:30",
    "timestamp(6), 2026-01-15 10:20:30.123456, 2026-01-15T10:20:30.123456Z",
    "time, -838:59:59, -838:59:59",
    "datetime, odd, odd"
  })
  void writesDatesInIsoFormAndAZoneForInstantsOnly(String type, String text, String json)
      throws Exception {
    assertThat(write(type, text)).isEqualTo('"' + json + '"');
  }

  @ParameterizedTest
  @CsvSource({
    "date, 0000-00-00",
    "datetime, 0000-00-00 00:00:00",
    "timestamp, 2020-00-10 00:00:00",
    "date, 2020-10-00"
  })
  void treatsZeroDatesByPolicy(String type, String text) throws Exception {
    assertThat(write(type, text)).isEqualTo("null nulled");
    assertThatThrownBy(() -> write(TEXTS, type, text))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("month or day 00");
  }

  @Test
  void writesJsonColumnsAsObjectsOnOneLine() throws Exception {
    String text =
        "{\n \"n\": 12345678901234567890.10,\n \"a\": [1, true, null, {\"s\": \"x\\ny\"}]\n}";
    assertThat(write("json", text))
        .isEqualTo("{\"n\":12345678901234567890.10,\"a\":[1,true,null,{\"s\":\"x\\ny\"}]}");
    assertThat(write("json", "7")).isEqualTo("7");
    assertThat(write("vector", "[1,2.5]")).isEqualTo("[1,2.5]");
    assertThat(write(TEXTS, "json", "{\"a\": 1}")).isEqualTo("\"{\\\"a\\\": 1}\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\":1} {}", "nope", "[1,]"})
  void refusesAJsonColumnThatIsNotJson(String text) {
    assertThatThrownBy(() -> write("json", text))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("column c");
  }

  @Test
  void refusesJsonNestedWithoutEnd() {
    assertThatThrownBy(() -> write("json", "[".repeat(5_000) + "]".repeat(5_000)))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("column c");
  }

  @Test
  void writesDecimalsAndCodesAsTextByConfiguration() throws Exception {
    assertThat(write(TEXTS, "decimal", "12.50")).isEqualTo("\"12.50\"");
    assertThat(write("enum", "red")).isEqualTo("\"red\"");
    assertThat(write(null, "12")).isEqualTo("\"12\"");
  }
}
