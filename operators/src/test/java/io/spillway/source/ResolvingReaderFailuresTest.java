package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.Gap;
import io.spillway.event.Resolved;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which failures of a source are decided, and counted once. */
class ResolvingReaderFailuresTest extends ResolvingReaderFixture {
  /** What a fetcher's thread has met comes out of every poll from then on. */
  @Test
  void aFailureOfTheReaderIsDecidedAndCountedOnceAndThrown() {
    RuntimeException met = new RuntimeException("fetchers", new TimeoutException("no answer"));
    file.broken = met;
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> reader.pollNext(output)).isSameAs(met);
    }
    assertThat(counted.decisions()).isEqualTo(Map.of("source.read.failed.timeout.stop", 1L));
    file.broken = new DisconnectException();
    assertThatThrownBy(() -> reader.pollNext(output)).isSameAs(file.broken);
    assertThat(counted.decisions()).containsEntry("source.read.failed.connection.stop", 1L);
  }

  @Test
  void whatIsThrownBehindTheSourceIsNoFailureOfIts() throws Exception {
    reader.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE)));
    reader.pollNext(output);
    file.next = List.of(new Resolved(PARTITION, 9));
    output.refuses = new IllegalStateException("the decoder");
    assertThatThrownBy(() -> reader.pollNext(output)).hasCause(output.refuses);
    assertThat(counted.decisions()).isEmpty();
  }

  @Test
  void messagesThatAreGoneAreAFailureOfTheirOwn() {
    RuntimeException gone = new LostMessagesException(new Gap(PARTITION, 0, 40));
    ResolvingReader<FileSplit> strict =
        new ResolvingReader<>(
            file,
            FileSplit::partition,
            splits -> {
              throw gone;
            },
            clocks,
            waits,
            failures());
    assertThatThrownBy(
            () -> strict.addSplits(List.of(new ResolvedSplit<>(SPLIT, 5, Long.MIN_VALUE))))
        .isSameAs(gone);
    assertThat(counted.decisions()).isEqualTo(Map.of("source.read.failed.lost.stop", 1L));
  }

  @Test
  void anEndByInterruptionIsNoFailure() {
    file.broken = new InterruptException(new InterruptedException("cancelled"));
    try {
      assertThatThrownBy(() -> reader.pollNext(output)).isSameAs(file.broken);
    } finally {
      assertThat(Thread.interrupted()).as("Kafka's exception sets the flag").isTrue();
    }
    assertThat(counted.decisions()).isEmpty();
  }
}
