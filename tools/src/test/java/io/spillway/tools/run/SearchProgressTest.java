package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchProgressTest {
  private final Map<String, Long> metrics = new HashMap<>();
  private final SearchProgress progress =
      new SearchProgress(
          name -> metrics.getOrDefault(name, 0L), name -> metrics.getOrDefault(name, 0L));

  @Test
  void everyDocumentIsStoredNewerDeadOrHeld() {
    metrics.put("search_documents_total", 100L);
    metrics.put("search_spool_rows", 20L);
    metrics.put("bulk_items_total.stored", 60L);
    metrics.put("bulk_items_total.already_newer", 4L);
    metrics.put("bulk_items_total.already_gone", 1L);
    metrics.put("bulk_items_total.known", 3L);
    metrics.put("bulk_items_total.dead", 5L);
    assertThat(progress.line())
        .isEqualTo(
            "120 documents: 60 stored, 8 already newer or gone, 5 to the dead letters, 47 held");
  }

  @Test
  void parkedIndicesAndAnOutageAreNamed() {
    metrics.put("search_documents_total", 9L);
    metrics.put("bulk_items_held", 7L);
    metrics.put("search_engine_away_ms", 61_500L);
    assertThat(progress.line())
        .endsWith("9 held (7 refused by their index), the engine has answered nothing for 61 s");
  }
}
