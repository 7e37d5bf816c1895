package io.spillway.job.flow;

import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.CarefulDecoder;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DebeziumJsonDecoder;
import io.spillway.decode.DebeziumOptions;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.OpenProtocolDecoder;
import io.spillway.decode.RuledDecoder;
import io.spillway.decode.SimpleJsonDecoder;
import io.spillway.job.config.SourceConfig;
import io.spillway.layout.Layout;
import io.spillway.source.DecoderFactory;
import io.spillway.tables.TableRules;
import java.time.Duration;

/** What turns the messages of a source into events. */
public final class Decoders {
  private Decoders() {}

  /** The decoder of a source, of whose tables no rule is known. */
  public static DecoderFactory of(DispatcherBy by, SourceConfig.Reading reading) {
    Duration maxAhead = reading.maxAhead().orElse(null);
    DebeziumOptions options = reading.debezium();
    return switch (reading.format()) {
      case CANAL_JSON ->
          (coarse, earlier) ->
              new CarefulDecoder(
                  () -> new CanalJsonDecoder(by, Layout::unusable, times(maxAhead).with(coarse)));
      case DEBEZIUM_JSON ->
          (coarse, earlier) ->
              new CarefulDecoder(
                  () ->
                      new DebeziumJsonDecoder(
                          by, Layout::unusable, options, times(maxAhead).with(coarse)));
      case SIMPLE_JSON ->
          (coarse, earlier) ->
              new CarefulDecoder(
                  () -> new SimpleJsonDecoder(by, Layout::unusable, times(maxAhead), earlier));
      case OPEN_PROTOCOL ->
          (coarse, earlier) -> new OpenProtocolDecoder(by, Layout::unusable, times(maxAhead));
    };
  }

  /** The same behind rules. */
  public static DecoderFactory ruled(DecoderFactory decoders, TableRules rules) {
    return rules.isEmpty()
        ? decoders
        : (coarse, earlier) ->
            new RuledDecoder(decoders.decoder(coarse, earlier), rules, Layout::unusable);
  }

  private static CommitTimes times(Duration maxAhead) {
    return maxAhead == null
        ? CommitTimes.ANY
        : CommitTimes.within(maxAhead, System::currentTimeMillis);
  }
}
