package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Opened;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;

class WatermarkGeneratorsTest {
  private static final SourcePartition PARTITION = new SourcePartition("p", 0);
  private static final TableId TABLE = new TableId("shop", "orders");

  private final List<Long> emitted = new ArrayList<>();
  private long nanos;

  private final WatermarkOutput output =
      new WatermarkOutput() {
        @Override
        public void emitWatermark(Watermark watermark) {
          emitted.add(watermark.getTimestamp());
        }

        @Override
        public void markIdle() {
          throw new AssertionError("idleness isn't this generator's to tell");
        }

        @Override
        public void markActive() {
          throw new AssertionError("idleness isn't this generator's to tell");
        }
      };

  private static Event row(long commitTs) {
    return new Row(PARTITION, DispatcherId.of(TABLE), commitTs, new byte[0], 0, 0, null);
  }

  private void send(WatermarkGenerator<Event> generator, Event event) {
    generator.onEvent(event, Long.MIN_VALUE, output);
  }

  private WatermarkGenerator<Event> observed() {
    return new ObservedWatermarks(
        100,
        new RelativeClock() {
          @Override
          public long relativeTimeMillis() {
            return nanos / 1_000_000;
          }

          @Override
          public long relativeTimeNanos() {
            return nanos;
          }
        });
  }

  @Test
  void partitionReadOnFromWhereItWasStandsAtItsLastResolvedEvent() {
    WatermarkGenerator<Event> generator = new ResolvedWatermarks();
    send(generator, new Opened(PARTITION, Long.MIN_VALUE));
    generator.onPeriodicEmit(output);
    assertThat(emitted).isEmpty();
    send(generator, new Opened(PARTITION, 40));
    generator.onPeriodicEmit(output);
    send(generator, new Resolved(PARTITION, 30));
    generator.onPeriodicEmit(output);
    assertThat(emitted).containsExactly(40L);
  }

  @Test
  void resolvedFollowsResolvedEventsOnly() {
    WatermarkGenerator<Event> generator = new ResolvedWatermarks();
    generator.onPeriodicEmit(output);
    send(generator, row(50));
    generator.onPeriodicEmit(output);
    assertThat(emitted).isEmpty();
    send(generator, new Resolved(PARTITION, 40));
    send(generator, new Resolved(PARTITION, 30));
    assertThat(emitted).isEmpty();
    generator.onPeriodicEmit(output);
    generator.onPeriodicEmit(output);
    assertThat(emitted).containsExactly(40L);
  }

  @Test
  void observedStaysBelowTheNewestWhileEventsCome() {
    WatermarkGenerator<Event> generator = observed();
    generator.onPeriodicEmit(output);
    for (int i = 0; i < 5; i++) {
      nanos += 99;
      send(generator, row(50));
      generator.onPeriodicEmit(output);
    }
    send(generator, row(45));
    generator.onPeriodicEmit(output);
    assertThat(emitted).containsExactly(49L);
  }

  @Test
  void observedClosesTheTailAfterSilence() {
    WatermarkGenerator<Event> generator = observed();
    send(generator, row(50));
    generator.onPeriodicEmit(output);
    nanos += 99;
    generator.onPeriodicEmit(output);
    assertThat(emitted).containsExactly(49L);
    nanos += 1;
    generator.onPeriodicEmit(output);
    generator.onPeriodicEmit(output);
    assertThat(emitted).containsExactly(49L, 50L);
    send(generator, new SchemaChange(PARTITION, 60, TABLE, "ALTER", "x"));
    generator.onPeriodicEmit(output);
    assertThat(emitted).containsExactly(49L, 50L, 59L);
  }

  @Test
  void observedTakesResolvedEventsForNoChange() {
    WatermarkGenerator<Event> generator = observed();
    send(generator, new Resolved(PARTITION, 99));
    nanos += 1000;
    generator.onPeriodicEmit(output);
    assertThat(emitted).isEmpty();
  }
}
