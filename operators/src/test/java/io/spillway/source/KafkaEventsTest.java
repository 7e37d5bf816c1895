package io.spillway.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.decode.CommitTimes;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.OpenProtocolDecoder;
import io.spillway.decode.StreamClocks;
import io.spillway.decode.TableRule;
import io.spillway.event.Envelope;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Replay;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.testing.OpenBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class KafkaEventsTest {
  private static final byte[] KEY = {5};
  private final KafkaEvents events =
      new KafkaEvents(
          SourceContract::decoder, new StreamClocks(), SourceContract.NO_BROKER, "shop");

  private Event event(byte[] value, Headers headers) {
    List<Event> out = all(events, KEY, value, headers);
    assertThat(out).hasSize(1);
    return out.get(0);
  }

  private static List<Event> all(KafkaEvents events, byte[] key, byte[] value, Headers headers) {
    events.open(null);
    List<Event> out = new ArrayList<>();
    events.deserialize(
        new ConsumerRecord<>(
            "shop",
            3,
            77,
            1234,
            TimestampType.CREATE_TIME,
            1,
            1,
            key,
            value,
            headers,
            Optional.empty()),
        new Collector<>() {
          @Override
          public void collect(Event event) {
            out.add(event);
          }

          @Override
          public void close() {}
        });
    return out;
  }

  private static OpenBatch batch() {
    String head = ",\"scm\":\"s\",\"tbl\":\"a\",\"t\":";
    String row = "{\"u\":{\"id\":{\"t\":3,\"f\":11,\"v\":7}}}";
    return new OpenBatch()
        .add("{\"ts\":100" + head + "1}", row)
        .add("{\"ts\":101" + head + "1}", row)
        .add("{\"ts\":102" + head + "3}", "");
  }

  private static KafkaEvents open() {
    return new KafkaEvents(
        (times, earlier) ->
            new OpenProtocolDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY),
        new StreamClocks(),
        SourceContract.NO_BROKER,
        "shop");
  }

  @Test
  void allEventsOfARecordGoOnWithItsOffset() {
    OpenBatch batch = batch();
    List<Event> out = all(open(), batch.key(), batch.value(), new RecordHeaders());
    assertThat(out).hasSize(3);
    assertThat(out.subList(0, 2))
        .extracting(row -> ((Row) row).sourceOffset() + " " + ((Row) row).commitTs())
        .containsExactly("77 100", "77 101");
    assertThat(((Resolved) out.get(2)).commitTs()).isEqualTo(102);
  }

  @Test
  void ofARecordThatWasPutBackOnlyTheRowsAreMeant() {
    Headers headers = new RecordHeaders().add(Replay.HEADER, Replay.header("shop", "decode x"));
    OpenBatch batch = batch();
    List<Event> out = all(open(), batch.key(), batch.value(), headers);
    assertThat(out.subList(0, 2))
        .extracting(row -> ((Row) row).replay())
        .containsExactly(Replay.ALL, Replay.ALL);
    assertThat(out.get(2)).isEqualTo(new Skipped(new SourcePartition("shop", 3), "replay"));
  }

  @Test
  void aRowComesWithItsKeyItsTimeAndItsHeaders() {
    Row row =
        (Row) event(SourceContract.row(100), new RecordHeaders().add("h", "x".getBytes(UTF_8)));
    Envelope envelope = row.envelope();
    assertThat(envelope.key()).isSameAs(KEY);
    assertThat(envelope.timestampMs()).isEqualTo(1234);
    assertThat(envelope.headers()).hasSize(1);
    assertThat(envelope.headers().get(0).name()).isEqualTo("h");
    assertThat(row.replay()).isEqualTo(Replay.NONE);
    assertThat(row.sourceOffset()).isEqualTo(77);
  }

  @Test
  void aRowThatWasPutBackSaysForWhom() {
    SourcePosition at = new SourcePosition(new SourcePartition("shop", 3), 9, -1);
    for (String stage : List.of("decode", "search")) {
      Headers headers =
          new RecordHeaders().add(Replay.HEADER, Replay.header("shop", stage + " " + at));
      Row row = (Row) event(SourceContract.row(100), headers);
      assertThat(row.replay()).isEqualTo(stage.equals("search") ? Replay.SEARCH : Replay.ALL);
    }
  }

  @Test
  void whatAnotherPipelineHasPutBackIsSkipped() {
    SourcePosition at = new SourcePosition(new SourcePartition("shop", 3), 9, -1);
    for (byte[] header :
        new byte[][] {Replay.header("shop-2", "decode " + at), null, "odd".getBytes(UTF_8)}) {
      Headers headers = new RecordHeaders().add(Replay.HEADER, header);
      assertThat(event(SourceContract.row(100), headers))
          .isEqualTo(new Skipped(new SourcePartition("shop", 3), "replay"));
    }
  }

  @Test
  void aResolvedEventThatWasPutBackClaimsNothing() {
    byte[] resolved =
        "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":100}}".getBytes(UTF_8);
    Headers headers =
        new RecordHeaders().add(Replay.HEADER, Replay.header("shop", "decode:shop/3/9"));
    assertThat(event(resolved, new RecordHeaders())).isInstanceOf(Resolved.class);
    assertThat(event(resolved, headers))
        .isEqualTo(new Skipped(new SourcePartition("shop", 3), "replay"));
  }

  @Test
  void aPoisonKeepsItsHeadersAndATombstoneIsSkipped() {
    Headers headers = new RecordHeaders().add("h", null);
    Poison poison = (Poison) event("{".getBytes(UTF_8), headers);
    assertThat(poison.about().headers()).extracting(h -> h.name()).containsExactly("h");
    assertThat(poison.key()).isSameAs(KEY);
    assertThat(event(null, headers)).isInstanceOf(Skipped.class);
  }
}
