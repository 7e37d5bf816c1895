package io.spillway.search.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  /** Rows one after the other, of any width, some as the one before, some with a name twice. */
  @Provide
  Arbitrary<List<List<String>>> rows() {
    Arbitrary<List<String>> ordered =
        Combinators.combine(Arbitraries.integers().between(0, 5), widths())
            .as(
                (from, width) -> {
                  List<String> names = new ArrayList<>();
                  for (int i = from; i < from + width; i++) {
                    names.add("c" + i);
                  }
                  return names;
                });
    Arbitrary<List<String>> any =
        Arbitraries.integers().between(0, 60).map(i -> "c" + i).list().ofMaxSize(90);
    return Arbitraries.oneOf(ordered, any).list().ofMinSize(1).ofMaxSize(6);
  }

  private static Arbitrary<Integer> widths() {
    return Arbitraries.oneOf(
        Arbitraries.of(1, 15, 16, 17, 31, 32, 33, 34, 64, 65),
        Arbitraries.integers().between(0, 200));
  }

  @Property
  void holdWhatWasPutLastOfEachNameInOrderOfTheFirst(@ForAll("rows") List<List<String>> rows) {
    Columns columns = new Columns();
    for (int row = 0; row < rows.size(); row++) {
      columns.clear();
      Map<String, String> expected = new LinkedHashMap<>();
      int count = 0;
      for (String name : rows.get(row)) {
        String text = row + "/" + count++;
        expected.put(name, text);
        columns.put(name, text);
      }
      assertSame(columns, expected);
    }
  }

  private static void assertSame(Columns columns, Map<String, String> expected) {
    Map<String, String> held = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      held.put(columns.name(i), columns.text(i));
    }
    assertThat(held).containsExactlyEntriesOf(expected);
    expected.forEach((name, text) -> assertThat(columns.get(name)).isEqualTo(text));
    assertThat(columns.has("none")).isFalse();
  }

  @Test
  void tablesMayBeWiderThanTheFirstArrays() throws RefusedRowException {
    CanalJson row = CanalJson.row("UPDATE").key("id", "bigint", "7");
    for (int i = 0; i < 300; i++) {
      row.column("c" + i, "varchar(9)", "v" + i).old("c" + i, "w" + i);
    }
    List<Document> documents = new RowDocuments(DocumentConfig.DEFAULT).of(row.bytes(), 1);
    assertThat(documents).hasSize(1);
    assertThat(new String(documents.get(0).ndjson(), UTF_8))
        .contains("\"c0\":\"v0\"", "\"c16\":\"v16\"", "\"c299\":\"v299\"");
  }
}
