package io.spillway.storage;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.layout.DataDir;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketFilesTest {
  private static final DataDir DIR = new DataDir(ORDERS, 7, "2026-01-15");

  @TempDir Path root;
  private BucketFiles bucket;

  @BeforeEach
  void open() throws IOException {
    bucket =
        new BucketFiles(
            new StorageSettings(root.toUri().toString(), 6, ".json", 1, 1, BucketClaim.of("shop")));
  }

  private void write(String path, String content) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), content);
  }

  @Test
  void anEmptyBucketHasNothing() throws IOException {
    assertThat(bucket.hasTable(ORDERS)).isFalse();
    assertThat(bucket.schemaVersions(ORDERS)).isEmpty();
    assertThat(bucket.lastNumber(DIR, "", 0)).isZero();
    assertThat(bucket.indexed(DIR, "")).isZero();
    assertThat(bucket.checkpointTs()).isEqualTo(Long.MIN_VALUE);
    assertThat(bucket.length("metadata")).isEqualTo(-1);
  }

  @Test
  void aBucketIsUsedWhereItHasTablesAlsoWithoutItsOwnNotes() throws IOException {
    assertThat(bucket.isUsed()).isFalse();
    write("_cursor/HARVEST/x", "");
    write("shop/orders/.CDC1.json.inprogress", "");
    assertThat(bucket.isUsed()).isFalse();
    write("shop/orders/meta/schema_1_2.json", "{}");
    assertThat(bucket.isUsed()).isTrue();
  }

  @Test
  void tablesAreThoseThatWereThereAtFirst() throws IOException {
    write("shop/orders/meta/x", "");
    assertThat(bucket.hasTable(ORDERS)).isTrue();
    write("shop/items/meta/x", "");
    assertThat(bucket.hasTable(ITEMS)).isFalse();
  }

  @Test
  void schemaVersionsAreThoseOfWellFormedNames() throws IOException {
    write("shop/orders/meta/schema_7_0000000001.json", "{}");
    write("shop/orders/meta/schema_12_0000000001.json", "{}");
    write("shop/orders/meta/schema_13_1.json", "{}");
    write("shop/orders/meta/schema_14_0000000001.json.tmp.1", "{}");
    write("shop/meta/schema_9_0000000001.json", "{}");
    assertThat(bucket.schemaVersions(ORDERS)).containsExactlyInAnyOrder(7L, 12L);
    assertThat(bucket.schemaVersions(ORDERS.ofSchema())).containsExactly(9L);
  }

  @Test
  void theLastNumberFollowsTheIndexAndProbesBehindIt() throws IOException {
    write("shop/orders/7/2026-01-15/meta/CDC.index", "CDC000005.json\n");
    assertThat(bucket.lastNumber(DIR, "", 0)).isEqualTo(5);
    assertThat(bucket.lastNumber(DIR, "", 9)).isEqualTo(9);
    write("shop/orders/7/2026-01-15/CDC000006.json", "x");
    write("shop/orders/7/2026-01-15/CDC000007.json", "x");
    write("shop/orders/7/2026-01-15/CDC000009.json", "x");
    assertThat(bucket.lastNumber(DIR, "", 0)).isEqualTo(7);
    assertThat(bucket.lastNumber(DIR, "d", 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0\0\0", "CDC00000", "CDC000009.json"})
  void aDamagedIndexCountsAsAbsentAndTheFilesSayWhatIsThere(String content) throws IOException {
    write("shop/orders/7/2026-01-15/meta/CDC.index", content);
    assertThat(bucket.index(DIR, "")).isEqualTo(new BucketFiles.Indexed(0, true));
    write("shop/orders/7/2026-01-15/CDC000001.json", "x");
    write("shop/orders/7/2026-01-15/CDC000002.json", "x");
    write("shop/orders/7/2026-01-15/CDC000004.json", "x");
    write("shop/orders/7/2026-01-15/CDC_d_000003.json", "x");
    assertThat(bucket.index(DIR, "")).isEqualTo(new BucketFiles.Indexed(2, true));
    assertThat(bucket.lastNumber(DIR, "", 0)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0\0\0", "{\"checkpoint-ts\":12", "{}"})
  void damagedMetadataCountAsAbsent(String content) throws IOException {
    write("metadata", content);
    assertThat(bucket.checkpointTs()).isEqualTo(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0\0\0", "{\"Table\": \"ord"})
  void aDamagedSchemaFileCountsAsAbsent(String content) throws IOException {
    write("shop/orders/meta/schema_7_0000000001.json", content);
    write("shop/orders/meta/schema_9_0000000001.json", "{}");
    assertThat(bucket.schemaVersions(ORDERS)).containsExactly(9L);
  }

  @Test
  void aSchemaFileThatIsKnownToBeWholeIsNotReadAgain() throws IOException {
    write("shop/orders/meta/schema_7_0000000001.json", "{}");
    write("shop/orders/meta/schema_9_0000000001.json", "{}");
    assertThat(bucket.schemaVersions(ORDERS, Set.of(7L))).containsExactlyInAnyOrder(7L, 9L);
    assertThat(bucket.calls().reads()).isOne();
  }

  @Test
  void replacingLeavesOnlyTheNewContent() throws IOException {
    bucket.replace("a/b", "one".getBytes(StandardCharsets.UTF_8), "x");
    bucket.replace("a/b", "three".getBytes(StandardCharsets.UTF_8), "x");
    assertThat(root.resolve("a/b")).hasContent("three");
    assertThat(bucket.length("a/b")).isEqualTo(5);
    assertThat(root.resolve("a").toFile().list()).containsExactly("b");
  }
}
