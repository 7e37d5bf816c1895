package io.spillway.tables;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaskTest {
  @Test
  void keepsTheLastCharactersAndTheLengthOnly() {
    assertThat(new Mask.Keep(4, true).apply("4111111111111234")).isEqualTo("************1234");
    assertThat(new Mask.Keep(2, false).apply("alice")).isEqualTo("al***");
  }

  @Test
  void hidesAValueThatIsNoLongerThanWhatWouldStay() {
    assertThat(new Mask.Keep(4, true).apply("1234")).isEqualTo("****");
    assertThat(new Mask.Keep(4, false).apply("12")).isEqualTo("**");
    assertThat(new Mask.Keep(4, true).apply("")).isEmpty();
  }

  @Test
  void countsCharactersAndNotHalvesOfThem() {
    assertThat(new Mask.Keep(1, true).apply("\uD83D\uDE00\uD83D\uDE01")).isEqualTo("*\uD83D\uDE01");
    assertThat(new Mask.Keep(1, false).apply("\uD83D\uDE00\uD83D\uDE01"))
        .isEqualTo("\uD83D\uDE00*");
  }

  /** Vector of FIPS 180-2. */
  @Test
  void hashesAsEverybodyElse() {
    assertThat(new Mask.Sha256().apply("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
