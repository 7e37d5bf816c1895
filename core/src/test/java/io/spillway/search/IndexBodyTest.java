package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexBodyTest {
  private static String body(NewIndices wanted) {
    return new String(IndexBody.of(wanted), StandardCharsets.UTF_8);
  }

  @Test
  void hasTheRetentionOfDeletesAlone() {
    assertThat(body(NewIndices.DEFAULT))
        .isEqualTo("{\"settings\":{\"index.gc_deletes\":\"86400s\"}}");
  }

  @Test
  void hasSettingsAndMappingsAsTheyAreGiven() {
    NewIndices wanted =
        new NewIndices(60_000, Map.of("number_of_shards", "3"), "{\"dynamic\":\"strict\"}");
    assertThat(body(wanted))
        .isEqualTo(
            "{\"settings\":{\"index.gc_deletes\":\"60s\",\"number_of_shards\":\"3\"},"
                + "\"mappings\":{\"dynamic\":\"strict\"}}");
  }
}
