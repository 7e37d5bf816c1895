package io.spillway.encode;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.jsonType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timeType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import io.spillway.encode.ParquetValues.Conversion;
import io.spillway.schema.Column;
import java.time.ZoneId;
import java.util.Locale;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * What a column is in a Parquet file, and how its values get there.
 *
 * @param primitive how values are stored
 * @param length bytes of a value of fixed length, else 0
 * @param logical what they stand for; null for what they are
 * @param conversion of the texts of canal-json
 */
record ParquetType(
    PrimitiveTypeName primitive, int length, LogicalTypeAnnotation logical, Conversion conversion) {
  static final ParquetType TEXT =
      new ParquetType(PrimitiveTypeName.BINARY, 0, stringType(), ParquetValues::string);
  static final ParquetType JSON =
      new ParquetType(PrimitiveTypeName.BINARY, 0, jsonType(), ParquetValues::string);
  static final ParquetType LONG = plain(PrimitiveTypeName.INT64, ParquetValues::int64);

  /** More than one, and fewer than 64. */
  private static final int UNKNOWN_BITS = 2;

  private static final ParquetType INT = plain(PrimitiveTypeName.INT32, ParquetValues::int32);

  /** Digits of an unsigned integer of 64 bits. */
  private static final int UNSIGNED_LONG_DIGITS = 20;

  /** Readers have no exact decimals beyond this. */
  private static final int MOST_DIGITS = 38;

  /** Fractional digits of a second from which on nanoseconds are needed. */
  private static final int MICRO_DIGITS = 6;

  /**
   * @param zone in which rows show TIMESTAMP columns
   */
  static ParquetType of(Column column, ZoneId zone) {
    String type = column.type().toUpperCase(Locale.ROOT);
    int end = 0;
    while (end < type.length() && Character.isLetter(type.charAt(end))) {
      end++;
    }
    boolean unsigned = type.contains("UNSIGNED");
    return switch (type.substring(0, end)) {
      case "TINYINT", "SMALLINT", "MEDIUMINT", "YEAR" -> INT;
      case "INT", "INTEGER" -> unsigned ? LONG : INT;
      case "BIGINT" -> unsigned ? decimal(UNSIGNED_LONG_DIGITS, 0) : LONG;
      case "BIT" -> bits(number(column.precision(), UNKNOWN_BITS));
      case "DECIMAL", "NUMERIC" -> decimal(column);
      case "FLOAT" -> plain(PrimitiveTypeName.FLOAT, ParquetValues::float32);
      case "DOUBLE", "REAL" -> plain(PrimitiveTypeName.DOUBLE, ParquetValues::float64);
      case "DATE" -> new ParquetType(PrimitiveTypeName.INT32, 0, dateType(), ParquetValues::date);
      case "TIME" ->
          new ParquetType(
              PrimitiveTypeName.INT64, 0, timeType(false, TimeUnit.MICROS), ParquetValues::time);
      case "DATETIME" -> timestamp(column, null);
      case "TIMESTAMP" -> timestamp(column, zone.normalized());
      case "BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB", "GEOMETRY" ->
          plain(PrimitiveTypeName.BINARY, ParquetValues::bytes);
      case "ENUM" -> text(ParquetValues.enumName(column.elements()));
      case "SET" -> text(ParquetValues.setNames(column.elements()));
      case "JSON", "VECTOR" -> JSON;
      default -> TEXT;
    };
  }

  private static ParquetType plain(PrimitiveTypeName primitive, Conversion conversion) {
    return new ParquetType(primitive, 0, null, conversion);
  }

  private static ParquetType text(Conversion conversion) {
    return new ParquetType(PrimitiveTypeName.BINARY, 0, stringType(), conversion);
  }

  private static ParquetType bits(int bits) {
    if (bits == 1) {
      return plain(PrimitiveTypeName.BOOLEAN, ParquetValues::bool);
    }
    return bits < Long.SIZE ? LONG : decimal(UNSIGNED_LONG_DIGITS, 0);
  }

  /** Of one whose digits have no limit, or more than readers have, the text is what is exact. */
  private static ParquetType decimal(Column column) {
    int precision = number(column.precision(), 0);
    int scale = number(column.scale(), 0);
    boolean isExact = precision > 0 && precision <= MOST_DIGITS && scale <= precision;
    return isExact ? decimal(precision, scale) : TEXT;
  }

  private static ParquetType decimal(int precision, int scale) {
    int bytes = ParquetValues.decimalBytes(precision);
    boolean isInt = bytes == Integer.BYTES;
    boolean isLong = bytes == Long.BYTES;
    return new ParquetType(
        isInt
            ? PrimitiveTypeName.INT32
            : isLong ? PrimitiveTypeName.INT64 : PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
        isInt || isLong ? 0 : bytes,
        decimalType(scale, precision),
        ParquetValues.decimal(precision, scale));
  }

  /**
   * @param zone of the texts, for what is an instant; null for a date and time of no zone
   */
  private static ParquetType timestamp(Column column, ZoneId zone) {
    boolean isNanos = number(column.scale(), 0) > MICRO_DIGITS;
    int unit = isNanos ? 1 : ParquetValues.NANOS_OF_MICRO;
    return new ParquetType(
        PrimitiveTypeName.INT64,
        0,
        timestampType(zone != null, isNanos ? TimeUnit.NANOS : TimeUnit.MICROS),
        zone == null ? ParquetValues.local(unit) : ParquetValues.instant(zone, unit));
  }

  private static int number(String digits, int otherwise) {
    try {
      return digits.isEmpty() ? otherwise : Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** The column of a file. */
  PrimitiveType field(String name, Repetition repetition) {
    return Types.primitive(primitive, repetition).length(length).as(logical).named(name);
  }
}
