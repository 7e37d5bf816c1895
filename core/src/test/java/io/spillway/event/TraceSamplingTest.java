package io.spillway.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceSamplingTest {
  private static final SourcePartition PARTITION = new SourcePartition("orders", 3);
  private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final TraceSampling NONE = TraceSampling.BY_FLAG;
  private static final TraceSampling ALL = new TraceSampling(1);
  private static final int ROWS = 100_000;

  private static List<Header> parent(String id, String flags) {
    String value = "00-" + id + "-00f067aa0ba902b7-" + flags;
    return List.of(
        new Header("region", new byte[] {1}),
        new Header(TraceId.HEADER, value.getBytes(StandardCharsets.US_ASCII)));
  }

  /** Six standard deviations, so that one run in a billion fails, and one more for small ones. */
  private static void assertShare(int chosen, double ratio, long seed) {
    double allowed = 6 * Math.sqrt(ROWS * ratio * (1 - ratio)) + 1;
    assertThat((double) chosen)
        .as("chosen of %d, seed %d", ROWS, seed)
        .isBetween(ROWS * ratio - allowed, ROWS * ratio + allowed);
  }

  @Property(tries = 30)
  void aboutTheShareOfAllPositionsIsChosenAndTheSameEachTime(
      @ForAll long seed,
      @ForAll @IntRange(max = 2000) int number,
      @ForAll @LongRange(min = 0, max = 1L << 40) long first,
      @ForAll @IntRange(max = 4) int choice) {
    double ratio = new double[] {0, 0.001, 0.05, 0.5, 1}[choice];
    Random random = new Random(seed);
    // offsets of a topic, and of lines in a file
    int step = random.nextBoolean() ? 1 : 1 + random.nextInt(900);
    SourcePartition partition = new SourcePartition("t" + random.nextInt(1000), number);
    int chosen = 0;
    for (int i = 0; i < ROWS; i++) {
      String id = new TraceSampling(ratio).idOf(List.of(), partition, first + (long) i * step);
      chosen += id == null ? 0 : 1;
    }
    assertShare(chosen, ratio, seed);
    TraceSampling half = new TraceSampling(0.5);
    for (int i = 0; i < 100; i++) {
      String id = half.idOf(List.of(), partition, first + i);
      assertThat(half.idOf(List.of(), new SourcePartition(partition.source(), number), first + i))
          .isEqualTo(id);
      if (id != null) {
        assertThat(id).isEqualTo(TraceId.of(new SourcePosition(partition, first + i, 77)));
      }
    }
  }

  @Property(tries = 10)
  void aHeaderWithoutTheFlagFallsUnderTheShareByItsId(@ForAll long seed) {
    double ratio = 0.02;
    TraceSampling sampling = new TraceSampling(ratio);
    Random random = new Random(seed);
    int chosen = 0;
    for (int i = 0; i < ROWS; i++) {
      String id =
          String.format(Locale.ROOT, "%016x%016x", random.nextLong() | 1, random.nextLong());
      boolean wanted = Long.parseLong(id.substring(24), 16) / 0x1p32 < ratio;
      assertThat(sampling.idOf(parent(id, "00"), PARTITION, i))
          .as("seed %d", seed)
          .isEqualTo(wanted ? id : null);
      chosen += wanted ? 1 : 0;
    }
    assertShare(chosen, ratio, seed);
  }

  @Test
  void aHeaderWithTheFlagIsChosenWhateverTheShare() {
    for (String flags : List.of("01", "03", "ff", "01-more")) {
      assertThat(NONE.idOf(parent(ID, flags), PARTITION, 5)).as(flags).isEqualTo(ID);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "00", "02", "fe", "0g", "1", "0A", "0B"})
  void aHeaderWithoutTheFlagIsNotChosenByItself(String flags) {
    assertThat(NONE.idOf(parent(ID, flags), PARTITION, 5)).isNull();
    assertThat(ALL.idOf(parent(ID, flags), PARTITION, 5)).isEqualTo(ID);
  }

  @Test
  void anUnusableHeaderCountsAsNone() {
    List<Header> bad = parent(ID.replace('4', 'X'), "01");
    assertThat(NONE.idOf(bad, PARTITION, 5)).isNull();
    assertThat(ALL.idOf(bad, PARTITION, 5))
        .isEqualTo(TraceId.of(new SourcePosition(PARTITION, 5, -1)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void aShareThatIsNoneIsRefused(double ratio) {
    assertThatThrownBy(() -> new TraceSampling(ratio)).hasMessageContaining("share");
  }

  @Test
  void aRowThatIsNotChosenAllocatesNothing() {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<Header> unflagged = parent(ID, "00");
    long before = thread.getCurrentThreadAllocatedBytes();
    int chosen = 0;
    for (int i = 0; i < ROWS; i++) {
      chosen += NONE.idOf(List.of(), PARTITION, i) == null ? 0 : 1;
      chosen += NONE.idOf(unflagged, PARTITION, i) == null ? 0 : 1;
    }
    assertThat(chosen).isZero();
    // one object a row would be sixteen times that
    assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(ROWS);
  }
}
