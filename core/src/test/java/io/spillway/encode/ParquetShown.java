package io.spillway.encode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** What a reader of a Parquet file makes of a value by the file's own types, as a text. */
public final class ParquetShown {
  private ParquetShown() {}

  /**
   * The value of a column in a row of canal-json; null for NULL. What doesn't fit is as {@code
   * _unfit} has it. Numbers have no zeros that say nothing, and no exponent.
   */
  public static String of(TableStructure table, String column, byte[] row) throws IOException {
    ParquetSchema schema = new ParquetSchema(table, ParquetOptions.DEFAULT);
    List<Object[]> records = new ArrayList<>();
    new ParquetEncoder(schema).encode(row, 0, row.length, values -> records.add(values.clone()));
    int place = schema.message().getFieldIndex(column);
    Object[] values = records.get(0);
    Object unfit = values[schema.unfitPlace()];
    if (unfit instanceof Binary text) {
      JsonNode said = new ObjectMapper().readTree(text.toStringUsingUTF8());
      return said.get(column).asText();
    }
    PrimitiveType type = schema.message().getType(place).asPrimitiveType();
    Column known =
        table.columns().stream().filter(c -> c.name().equals(column)).findFirst().orElseThrow();
    return values[place] == null ? null : shown(type, known.scale(), values[place]);
  }

  private static String shown(PrimitiveType type, String digits, Object value) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      BigInteger unscaled =
          value instanceof Binary bytes
              ? new BigInteger(bytes.getBytes())
              : BigInteger.valueOf(((Number) value).longValue());
      return number(new BigDecimal(unscaled, decimal.getScale()));
    }
    String name = logical == null ? "" : logical.toString();
    if (name.startsWith("DATE")) {
      return LocalDate.ofEpochDay((Integer) value).toString();
    } else if (name.startsWith("TIME(")) {
      LocalTime time = LocalTime.ofNanoOfDay((Long) value * 1_000);
      return time.format(DateTimeFormatter.ofPattern("HH:mm:ss" + fraction(digits), Locale.ROOT));
    } else if (name.startsWith("TIMESTAMP")) {
      long micros = (Long) value;
      Instant instant =
          Instant.ofEpochSecond(
              Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
      String pattern = "uuuu-MM-dd HH:mm:ss" + fraction(digits);
      return instant
          .atOffset(ZoneOffset.UTC)
          .format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    } else if (value instanceof Binary bytes) {
      return logical == null
          ? Base64.getEncoder().encodeToString(bytes.getBytes())
          : bytes.toStringUsingUTF8();
    } else if (value instanceof Boolean flag) {
      return flag ? "1" : "0";
    }
    return number(new BigDecimal(value.toString()));
  }

  private static String fraction(String digits) {
    return digits.isEmpty() ? "" : "." + "S".repeat(Integer.parseInt(digits));
  }

  private static String number(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
