package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SearchShardsTest {
  private static SearchShards shards(Versioning versioning) {
    DocumentConfig d = DocumentConfig.DEFAULT;
    return new SearchShards(
        new SearchConfig(
            ConnectionConfig.of("http://localhost:9200"),
            new DocumentConfig(d.index(), d.id(), versioning, d.longIds(), d.values(), 1 << 20),
            WriterConfig.DEFAULT));
  }

  @ParameterizedTest
  @EnumSource(Versioning.class)
  void theyTravelWithTheJob(Versioning versioning) throws Exception {
    byte[] bytes = InstantiationUtil.serializeObject(shards(versioning));
    SearchShards read =
        InstantiationUtil.deserializeObject(bytes, SearchShards.class.getClassLoader());
    SearchRow row = Rows.upsert(1, 7, "a");
    assertThat(read.getKey(row)).isEqualTo(shards(versioning).getKey(row));
  }

  @Test
  void changesOfADocumentHaveOneShardAndDocumentsSpread() {
    SearchShards shards = shards(Versioning.COMMIT_TS);
    Set<Integer> seen = new HashSet<>();
    for (int id = 0; id < 2_000; id++) {
      int shard = shards.of(Rows.upsert(1, id, "a"));
      assertThat(shards.of(Rows.delete(9, id))).isEqualTo(shard);
      assertThat(shard).isBetween(0, SearchShards.COUNT - 1);
      seen.add(shard);
    }
    assertThat(seen).hasSizeGreaterThan(SearchShards.COUNT / 2);
  }

  @Test
  void withoutVersionsATableHasOneShard() {
    SearchShards shards = shards(Versioning.NONE);
    assertThat(shards.of(Rows.upsert(1, 1, "a"))).isEqualTo(shards.of(Rows.upsert(1, 2, "b")));
  }
}
