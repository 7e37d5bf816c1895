package io.spillway.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowHashesTest {
  @Test
  void agreesWithASetWhileItGrows() {
    long seed = 20260115;
    Random random = new Random(seed);
    RowHashes hashes = new RowHashes(100_000);
    Set<Long> model = new HashSet<>();
    for (int i = 0; i < 50_000; i++) {
      long hash = random.nextInt(4) == 0 ? random.nextInt(1000) - 500 : random.nextLong();
      assertThat(hashes.seen(hash))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(!model.add(norm(hash)));
    }
    assertThat(hashes.isComplete()).isTrue();
  }

  @Test
  void atTheLimitOnlyRememberedHashesAreFound() {
    RowHashes hashes = new RowHashes(2);
    assertThat(hashes.seen(10)).isFalse();
    assertThat(hashes.seen(20)).isFalse();
    assertThat(hashes.seen(10)).isTrue();
    assertThat(hashes.isComplete()).isTrue();
    assertThat(hashes.seen(30)).isFalse();
    assertThat(hashes.seen(30)).isFalse();
    assertThat(hashes.seen(20)).isTrue();
    assertThat(hashes.isComplete()).isFalse();
  }

  /** 0 and 1 share a slot. */
  private static long norm(long hash) {
    return hash == 0 ? 1 : hash;
  }
}
