package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CarefulDecoderTest {
  private static final SourcePartition P0 = new SourcePartition("shop", 0);
  private static final byte[] KEY = {7};

  /** Fails on a message that begins with {@code !}, and on all that follow. */
  private static final class Fragile implements MessageDecoder {
    private boolean broken;

    @Override
    public Event decode(
        SourcePartition partition,
        long offset,
        long timestampMs,
        byte[] key,
        byte[] buffer,
        int start,
        int length) {
      broken |= buffer[start] == '!';
      if (broken && buffer[start + 1] == '!') {
        throw new IndexOutOfBoundsException("secret value");
      } else if (broken) {
        throw new StackOverflowError();
      }
      return new Skipped(partition, "fine");
    }
  }

  private final MessageDecoder decoder = new CarefulDecoder(Fragile::new);

  private Event decode(String text) {
    byte[] buffer = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
    return decoder.decode(P0, 5, 99, KEY, buffer, 1, buffer.length - 2);
  }

  @Test
  void whatAnotherDecoderFailsOnCostsOneMessage() {
    assertThat(decode("a1")).isInstanceOf(Skipped.class);
    Poison poison = (Poison) decode("!!boom");
    assertThat(poison.position()).isEqualTo(new SourcePosition(P0, 5, 99));
    assertThat(poison.key()).isEqualTo(KEY);
    assertThat(new String(poison.value(), StandardCharsets.UTF_8)).isEqualTo("!!boom");
    assertThat(poison.kind()).isEqualTo(Poison.Kind.UNKNOWN);
    assertThat(poison.reason())
        .contains("IndexOutOfBoundsException", "CarefulDecoderTest.java:")
        .doesNotContain("secret");
    assertThat(decode("a2")).as("the next one").isInstanceOf(Skipped.class);
  }

  @Test
  void soDoesAStackThatIsTooDeep() {
    assertThat(decode("!deep"))
        .isInstanceOfSatisfying(
            Poison.class, poison -> assertThat(poison.reason()).contains("StackOverflowError"));
    assertThat(decode("a3")).isInstanceOf(Skipped.class);
  }
}
