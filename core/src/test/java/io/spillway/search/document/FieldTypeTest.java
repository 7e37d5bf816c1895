package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.document.ValuePolicy.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldTypeTest {
  private static FieldType of(String type) {
    return FieldType.of(ValueKind.of(type, 0), type, Json.OBJECT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint(1)|LONG",
        "int unsigned|LONG",
        "bigint|LONG",
        "bigint unsigned|UNSIGNED_LONG",
        "BIGINT(20) UNSIGNED ZEROFILL|UNSIGNED_LONG",
        "bit(1)|LONG",
        "bit(63)|LONG",
        "bit(64)|UNSIGNED_LONG",
        "bit|UNSIGNED_LONG",
        "year|LONG",
        "decimal(65,30)|DECIMAL",
        "float|DOUBLE",
        "enum('a','b')|KEYWORD",
        "set|KEYWORD",
        "varchar(20)|TEXT",
        "longtext|TEXT",
        "binary(16)|KEYWORD",
        "varbinary(4096)|BINARY",
        "tinyblob|BINARY",
        "geometry|BINARY",
        "date|DATE",
        "datetime(6)|DATE",
        "timestamp|DATE",
        "time(3)|KEYWORD",
        "json|KEPT",
        "vector(3)|KEPT",
        "inet|TEXT"
      })
  void holdsEveryValueOfItsColumn(String type, FieldType expected) {
    assertThat(of(type)).isEqualTo(expected);
  }

  @Test
  void jsonIsAsTheKeySays() {
    assertThat(FieldType.of(ValueKind.JSON, "json", Json.FLATTENED)).isEqualTo(FieldType.FLATTENED);
    assertThat(FieldType.of(ValueKind.JSON, "json", Json.TEXT)).isEqualTo(FieldType.TEXT);
  }

  @Test
  void theSqlTypeServesWhereNothingElseIsKnown() {
    assertThat(FieldType.of(ValueKind.of(null, -7), "-7", Json.OBJECT))
        .isEqualTo(FieldType.UNSIGNED_LONG);
    assertThat(FieldType.of(ValueKind.of(null, 92), "92", Json.OBJECT))
        .isEqualTo(FieldType.KEYWORD);
  }

  @Test
  void whatAnEngineMayNotKnowFallsBackToWhatAllKnow() {
    assertThat(FieldType.UNSIGNED_LONG.fallback()).isEqualTo(FieldType.KEYWORD);
    assertThat(FieldType.FLATTENED.fallback()).isEqualTo(FieldType.FLAT_OBJECT);
    assertThat(FieldType.FLAT_OBJECT.fallback()).isEqualTo(FieldType.KEPT);
    assertThat(FieldType.KEPT.fallback()).isNull();
  }
}
