package io.spillway.job.flow;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorEventSerializer;
import io.spillway.cursor.CursorFunction;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.FlushAckSerializer;
import io.spillway.cursor.GapAcks;
import io.spillway.cursor.Namespace;
import io.spillway.decode.DecodeOperator;
import io.spillway.event.Row;
import io.spillway.guarded.OwnLog;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.cursor.LogLocation;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** The end of a sink's branch: its cursors, their log and their current values. */
final class Cursors {
  private final PipelineConfig config;
  private final Namespace namespace;
  private final String sink;
  private final List<Integer> numbers;

  /**
   * @param sink {@link CursorKey#STORAGE} or {@link CursorKey#SEARCH}
   * @param numbers of all sources, by their index
   */
  Cursors(PipelineConfig config, Namespace namespace, String sink, List<Integer> numbers) {
    this.config = config;
    this.namespace = namespace;
    this.sink = sink;
    this.numbers = numbers;
  }

  /**
   * What the sources of the namespace no longer had.
   *
   * @param sources those of the namespace, by their index
   * @param decoded rows of all sources
   */
  DataStream<FlushAck> gaps(List<Integer> sources, List<SingleOutputStreamOperator<Row>> decoded) {
    DataStream<FlushAck> gaps = null;
    for (int index : sources) {
      String uid = Uids.gaps(sink, numbers.get(index));
      DataStream<FlushAck> ofSource =
          decoded
              .get(index)
              .getSideOutput(DecodeOperator.GAPS)
              .flatMap(new GapAcks(namespace, sink))
              .returns(FlushAckSerializer.TYPE)
              .name(uid)
              .uid(uid);
      gaps = gaps == null ? ofSource : gaps.union(ofSource);
    }
    return gaps;
  }

  /** Moves the cursors by what is acknowledged. */
  void attach(DataStream<FlushAck> acks, Uids.OfCursors uids) {
    DataStream<CursorEvent> events =
        acks.keyBy(ack -> ack.cursor().text(), Types.STRING)
            .process(
                new CursorFunction(
                    config.pipeline().name(),
                    LogLocation.earlier(config.cursor().events()),
                    config.policy()),
                CursorEventSerializer.TYPE)
            .name(uids.cursor())
            .uid(uids.cursor());
    EventLog log = new EventLog(config.pipeline().name(), config.policy(), OwnLog.CURSOR_EVENTS);
    config
        .cursor()
        .values()
        .ifPresent(
            topic ->
                log.keep(
                    events,
                    topic,
                    uids.values(),
                    new CursorEventJson()::write,
                    event -> event.cursor().text()));
    // the last of all: behind a committer Flink goes through what was built once, and a sink adds
    // to it
    log.append(
        events,
        log.sink(
            config.cursor().events(),
            uids.events(),
            new CursorEventJson()::write,
            event -> event.cursor().text()),
        uids.events());
  }
}
