package io.spillway.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.search.NewIndices;
import io.spillway.search.SearchConfig;
import io.spillway.search.bulk.UnknownPolicy;
import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.ValuePolicy.Json;
import io.spillway.search.document.ValuePolicy.ZeroDates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each key of the section arrives where the sink looks for it. */
class SearchSettingsTest {
  @TempDir Path folder;

  private SearchConfig settings(String keys) throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        """
        pipeline: {name: shop}
        sources: [{type: files, path: in}]
        cursor: {events: {path: cursor}}
        errors: {dead-letters: {path: dead}}
        elasticsearch:
          hosts: ['https://a:1', 'http://b']
        """
            + keys.indent(2));
    PipelineConfig config = PipelineLoader.load(file, Map.of());
    return SearchSettings.of(config);
  }

  @Test
  void handsPoliciesOn() throws Exception {
    SearchConfig settings =
        settings(
            """
            version: none
            long-ids: dead-letter
            json-columns: text
            timestamp-zone: Asia/Tokyo
            zero-dates: text
            compression: gzip
            unknown-answers: {action: fail, attempts: 3}
            new-indices:
              delete-retention: 2 min
              settings: {number_of_shards: 3}
              mappings: '{"dynamic": false}'
            tls: {ca: ca.pem}
            """);
    assertThat(settings.documents().versioning()).isEqualTo(Versioning.NONE);
    assertThat(settings.documents().longIds()).isEqualTo(LongIds.DEAD_LETTER);
    assertThat(settings.documents().values().json()).isEqualTo(Json.TEXT);
    assertThat(settings.documents().values().zeroDates()).isEqualTo(ZeroDates.TEXT);
    assertThat(settings.connection().gzip()).isTrue();
    assertThat(settings.connection().tls().ca()).isEqualTo(folder.resolve("ca.pem").toString());
    assertThat(settings.writer().policy().rows())
        .contains(new UnknownPolicy(UnknownPolicy.Action.FAIL, 3).row());
    assertThat(settings.writer().newIndices().deleteRetentionMs()).isEqualTo(120_000);
    assertThat(settings.writer().newIndices().everywhere())
        .isEqualTo(new NewIndices.Wanted(Map.of("number_of_shards", "3"), "{\"dynamic\":false}"));
    assertThat(settings.documents().values().zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
  }

  @Test
  void hasTheSinksDefaults() throws Exception {
    SearchConfig settings = settings("");
    assertThat(settings.documents().versioning()).isEqualTo(Versioning.COMMIT_TS);
    assertThat(settings.documents().values().zone()).isEqualTo(ZoneOffset.UTC);
    assertThat(settings.writer().newIndices().typed()).isTrue();
    assertThat(settings.connection().gzip()).isFalse();
    assertThat(settings.connection().hosts()).containsExactly("https://a:1", "http://b");
    assertThat(settings.writer().bufferBytes()).isEqualTo(64 << 20);
  }
}
