package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.search.NewIndices.OfTables;
import io.spillway.search.NewIndices.Wanted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexBodyTest {
  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final String MARK =
      "\"date_detection\":false,\"numeric_detection\":false,"
          + "\"_meta\":{\"spillway\":\"fields by column type\"}";

  private static String body(NewIndices wanted, TableId table, int fields) {
    return new String(IndexBody.of(wanted, table, fields), StandardCharsets.UTF_8);
  }

  @Test
  void hasTheRetentionOfDeletesAndTheMarkByWhichItIsKnownAgain() {
    assertThat(body(NewIndices.DEFAULT, ORDERS, 5))
        .isEqualTo("{\"settings\":{\"index.gc_deletes\":\"86400s\"},\"mappings\":{" + MARK + "}}");
  }

  @Test
  void hasSettingsAndMappingsAsTheyAreGiven() {
    Wanted all = new Wanted(Map.of("number_of_shards", "3"), "{\"dynamic\":\"strict\"}");
    assertThat(body(new NewIndices(60_000, all, false, List.of()), null, 0))
        .isEqualTo(
            "{\"settings\":{\"index.gc_deletes\":\"60s\",\"number_of_shards\":\"3\"},"
                + "\"mappings\":{\"dynamic\":\"strict\"}}");
  }

  @Test
  void givenMappingsKeepWhatTheySay() {
    Wanted all = new Wanted(Map.of(), "{\"date_detection\":true,\"_meta\":{\"owner\":\"me\"}}");
    assertThat(body(new NewIndices(60_000, all, true, List.of()), ORDERS, 5))
        .contains("\"date_detection\":true", "\"owner\":\"me\"", "\"spillway\":\"fields");
  }

  @Test
  void someTablesGetTheirOwn() {
    Wanted all = new Wanted(Map.of("number_of_shards", "3", "codec", "default"), "{}");
    Wanted own = new Wanted(Map.of("number_of_shards", "9"), "{\"dynamic\":false}");
    NewIndices wanted =
        new NewIndices(
            60_000, all, false, List.of(new OfTables(new TableFilter(List.of("shop.log_*")), own)));

    assertThat(wanted.of(new TableId("shop", "log_1")))
        .isEqualTo(
            new Wanted(Map.of("number_of_shards", "9", "codec", "default"), "{\"dynamic\":false}"));
    assertThat(wanted.of(ORDERS)).isEqualTo(all);
    assertThat(wanted.of(null)).isEqualTo(all);
  }

  @Test
  void aWideTableHasRoomForItsFields() {
    assertThat(body(NewIndices.DEFAULT, ORDERS, 900)).doesNotContain("total_fields");
    assertThat(body(NewIndices.DEFAULT, ORDERS, 1100))
        .contains("\"index.mapping.total_fields.limit\":\"2200\"");
  }
}
