package io.spillway.search.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class KeyHashTest {
  private static final KeyHash BY_KEY = new KeyHash(DocumentConfig.DEFAULT);

  private static byte[] row(String id, String name) {
    return CanalJson.row("INSERT")
        .key("id", "bigint", id)
        .column("name", "varchar(8)", name)
        .bytes();
  }

  @Test
  void dependsOnTheKeyAlone() {
    assertThat(BY_KEY.of(row("7", "a"))).isEqualTo(BY_KEY.of(row("7", "b")));
    assertThat(BY_KEY.of(row("7", "a"))).isNotEqualTo(BY_KEY.of(row("8", "a")));
  }

  @Test
  void dependsOnTheColumnsThatNameTheDocument() {
    KeyHash byName = new KeyHash(TableNamesTest.named("other.*", "{schema}.{table}", "{name}"));
    assertThat(byName.of(row("7", "a"))).isEqualTo(BY_KEY.of(row("7", "b")));
    byName = new KeyHash(TableNamesTest.named("shop.*", "{schema}.{table}", "{name}"));
    assertThat(byName.of(row("7", "a"))).isEqualTo(byName.of(row("8", "a")));
    assertThat(byName.of(row("7", "a"))).isNotEqualTo(byName.of(row("7", "b")));
  }

  @Test
  void findsTheKeyWhereverItsNamesStand() {
    byte[] before = "{\"pkNames\":[\"id\"],\"data\":[{\"id\":\"7\",\"x\":[{}]}]}".getBytes(UTF_8);
    byte[] behind = "{\"data\":[{\"x\":null,\"id\":\"7\"}],\"pkNames\":[\"id\"]}".getBytes(UTF_8);
    assertThat(BY_KEY.of(behind)).isEqualTo(BY_KEY.of(before)).isNotZero();
  }

  @Test
  void isZeroForWhatIsNoRow() {
    assertThat(BY_KEY.of("{\"pkNames\":[\"id\"],\"da".getBytes(UTF_8))).isZero();
    assertThat(BY_KEY.of("7".getBytes(UTF_8))).isZero();
    assertThat(BY_KEY.of("{\"pkNames\":[],\"data\":[]}".getBytes(UTF_8))).isZero();
  }

  @Test
  void spreadsCountedKeysOverAnyNumberOfWriters() {
    for (int writers = 2; writers <= 8; writers++) {
      BitSet used = new BitSet();
      for (int id = 0; id < 100; id++) {
        used.set(Math.floorMod(BY_KEY.of(row(Integer.toString(id), "a")), writers));
      }
      assertThat(used.cardinality()).isEqualTo(writers);
    }
  }
}
