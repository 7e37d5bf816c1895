package io.spillway.search;

import java.util.Optional;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;

/**
 * The sink's writer and committer as two operators, put together here and not by {@code sinkTo}:
 * behind a sink Flink can expand only one further sink, and here two follow, the log of cursor
 * events and that of dead letters.
 */
public final class SearchStage {
  private SearchStage() {}

  /**
   * All changes of a document go to one writer, which keeps their order; settings go to all.
   *
   * @param rows no settings among them
   * @param settings from one subtask; empty where they can't change
   * @param uid of the writer; the committer's has {@code -committer} behind it
   * @return what the writers have told at the barriers of completed checkpoints, at least once each
   */
  public static DataStream<CommittableMessage<SearchCommittable>> attach(
      DataStream<SearchElement> rows,
      Optional<DataStream<SearchElement>> settings,
      SearchConfig config,
      String uid) {
    ElasticsearchSink sink = new ElasticsearchSink(config, committed -> {});
    TypeInformation<CommittableMessage<SearchCommittable>> type =
        CommittableMessageTypeInfo.of(sink::getCommittableSerializer);
    String committer = uid + "-committer";
    KeyedStream<SearchElement, Integer> routed =
        rows.keyBy(new SearchShards(config), BasicTypeInfo.INT_TYPE_INFO);
    SearchOperatorFactory writer = new SearchOperatorFactory(sink, config, settings.isPresent());
    return settings
        .map(all -> routed.connect(all.broadcast()).transform(uid, type, writer))
        .orElseGet(() -> routed.transform(uid, type, writer))
        .name(uid)
        .uid(uid)
        .transform(committer, type, new CommitterOperatorFactory<>(sink, false, true))
        .name(committer)
        .uid(committer);
  }
}
