package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Half of a surrogate pair, as JSON can spell it and UTF-8 can't. */
class SurrogatesTest {
  private final RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);

  private List<Document> of(String id, String type, String value) throws Exception {
    String row =
        ("{'database':'shop','table':'t','type':'INSERT','pkNames':['id'],'mysqlType':"
                + "{'id':'varchar','v':'"
                + type
                + "'},'data':[{'id':'"
                + id
                + "','v':'"
                + value
                + "'}]}")
            .replace('\'', '"');
    return documents.of(row.getBytes(StandardCharsets.UTF_8), 7);
  }

  private static String source(List<Document> made) {
    return new String(made.get(0).ndjson(), StandardCharsets.UTF_8).split("\n")[1];
  }

  @Test
  void isReplacedAndCountedInAValue() throws Exception {
    assertThat(source(of("1", "varchar", "a\\ud83db")))
        .isEqualTo("{\"id\":\"1\",\"v\":\"a\uFFFDb\"}");
    assertThat(source(of("1", "varchar", "\\ude00"))).contains("\uFFFD");
    assertThat(source(of("1", "varchar", "\\ud83d\\ude00"))).contains("\uD83D\uDE00");
    assertThat(source(of("1", "json", "{\\\"\\ud83d\\\":\\\"\\ude00\\\"}")))
        .contains("{\"\uFFFD\":\"\uFFFD\"}");
    assertThat(documents.replaced()).isEqualTo(4);
  }

  @Test
  void makesARowADeadLetterInAKey() {
    assertThatThrownBy(() -> of("a\\ud83d", "varchar", "x"))
        .isInstanceOf(RefusedRowException.class)
        .hasMessageContaining("half of a surrogate pair");
  }
}
