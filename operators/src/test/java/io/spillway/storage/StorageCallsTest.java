package io.spillway.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageCallsTest {
  @TempDir Path folder;

  @Test
  void anUploadIsItsBeginningAndAPartForEachFiveMebibytes() {
    StorageCalls calls = new StorageCalls();

    calls.upload(1);
    assertThat(calls.writes()).isEqualTo(2);

    calls.upload(5 << 20);
    assertThat(calls.writes()).isEqualTo(4);

    calls.upload((5 << 20) + 1);
    assertThat(calls.writes()).isEqualTo(7);
  }

  @Test
  void aBucketCountsWhatItIsAskedForWhetherItIsThereOrNot() throws Exception {
    BucketFiles bucket =
        new BucketFiles(
            new StorageSettings(
                folder.toUri().toString(), 6, ".json", 1, 1 << 20, BucketClaim.of("shop")));

    bucket.replace("metadata", "{\"checkpoint-ts\":7}".getBytes(UTF_8), "a");
    assertThat(bucket.checkpointTs()).isEqualTo(7);
    assertThat(bucket.length("nothing")).isEqualTo(-1);
    assertThat(bucket.hasTable(Samples.ORDERS)).isFalse();
    assertThat(bucket.hasTable(Samples.ORDERS)).as("known from the listing before").isFalse();

    assertThat(bucket.calls().writes()).isOne();
    assertThat(bucket.calls().reads()).isEqualTo(2);
    assertThat(bucket.calls().lists()).isOne();
  }
}
