package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldNamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"id", "_foo", "my col", "Größe", "a-b", "\uD83D\uDE00", "a\\b", "*"})
  void leavesLegalNamesAlone(String name) {
    assertThat(FieldNames.legal(name)).isEqualTo(name);
  }

  @Test
  void givesOthersTheirOwn() {
    Set<String> fields = new HashSet<>();
    List<String> names =
        List.of(
            "", " ", "  ", "_id", "_source", "a.b", "a..b", ".", "..", ".a", "a.", "\uD83D", "\t");
    for (String name : names) {
      String field = FieldNames.legal(name);
      assertThat(field).as("'%s'", name).matches("[^. \uD83D\t]*-[0-9a-f]{8}");
      fields.add(field);
    }
    assertThat(fields).hasSameSizeAs(names);
    assertThat(FieldNames.legal("_id")).startsWith("_id-");
  }
}
