package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;

class IdleAfterTailTest {
  private static final long TAIL = 100;

  private final List<String> told = new ArrayList<>();
  private long nanos;

  private final RelativeClock clock =
      new RelativeClock() {
        @Override
        public long relativeTimeMillis() {
          return nanos / 1_000_000;
        }

        @Override
        public long relativeTimeNanos() {
          return nanos;
        }
      };

  private final WatermarkOutput output =
      new WatermarkOutput() {
        @Override
        public void emitWatermark(Watermark watermark) {
          told.add(Long.toString(watermark.getTimestamp()));
        }

        @Override
        public void markIdle() {
          told.add("idle");
        }

        @Override
        public void markActive() {
          told.add("active");
        }
      };

  private IdleAfterTail idleAfter(long idleNanos) {
    return new IdleAfterTail(new ObservedWatermarks(TAIL, clock), idleNanos, clock);
  }

  private void row(IdleAfterTail generator, long commitTs) {
    DispatcherId dispatcher = DispatcherId.of(new TableId("shop", "orders"));
    SourcePartition partition = new SourcePartition("p", 0);
    generator.onEvent(
        new Row(partition, dispatcher, commitTs, new byte[0], 0, 0, null), Long.MIN_VALUE, output);
  }

  private void at(IdleAfterTail generator, long now) {
    nanos = now;
    generator.onPeriodicEmit(output);
  }

  @Test
  void tailIsClosedBeforeAPartitionIsIdleHoweverShortTheIdleTimeout() {
    IdleAfterTail generator = idleAfter(10);
    row(generator, 7);
    at(generator, 1000);
    at(generator, 1050);
    assertThat(told).containsExactly("6");
    at(generator, 1100);
    at(generator, 1200);
    assertThat(told).containsExactly("6", "7", "idle");
  }

  @Test
  void longerIdleTimeoutIsWaitedFor() {
    IdleAfterTail generator = idleAfter(300);
    row(generator, 7);
    at(generator, 1000);
    at(generator, 1299);
    assertThat(told).containsExactly("6", "7").doesNotContain("idle");
    at(generator, 1300);
    assertThat(told).containsExactly("6", "7", "idle");
  }

  @Test
  void partitionThatHasNeverSpokenIsIdleAfterItsTimeout() {
    IdleAfterTail generator = idleAfter(300);
    at(generator, 1000);
    at(generator, 1299);
    assertThat(told).isEmpty();
    at(generator, 1300);
    assertThat(told).containsExactly("idle");
  }

  @Test
  void rowMakesItActiveAgain() {
    IdleAfterTail generator = idleAfter(10);
    row(generator, 7);
    at(generator, 1000);
    at(generator, 1100);
    row(generator, 7);
    assertThat(told).containsExactly("6", "7", "idle", "active");
    at(generator, 1101);
    at(generator, 1200);
    assertThat(told).containsExactly("6", "7", "idle", "active", "idle");
  }
}
