package io.spillway.job.flow;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorEventSerializer;
import io.spillway.cursor.CursorFunction;
import io.spillway.cursor.FlushAckSerializer;
import io.spillway.cursor.Namespace;
import io.spillway.cursor.SearchAcks;
import io.spillway.event.Row;
import io.spillway.job.config.ElasticsearchConfig;
import io.spillway.job.config.PipelineConfig;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterSerializer;
import io.spillway.search.SearchCommittable;
import io.spillway.search.SearchConfig;
import io.spillway.search.SearchDeadLetters;
import io.spillway.search.SearchRow;
import io.spillway.search.SearchRowTypeInfo;
import io.spillway.search.SearchRows;
import io.spillway.search.SearchStage;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** The branch from decoded rows to the search engine, with its cursor. */
final class SearchFlow {
  private final PipelineConfig config;
  private final Namespace namespace;

  SearchFlow(PipelineConfig config, Namespace namespace) {
    this.config = config;
    this.namespace = namespace;
  }

  /**
   * Adds the branch; gives the letters of what the engine refused.
   *
   * @param sources those of the namespace, by their index
   * @param decoded rows of all sources
   */
  DataStream<DeadLetter> attach(
      List<Integer> sources,
      List<SingleOutputStreamOperator<Row>> decoded,
      ElasticsearchConfig search) {
    DataStream<SearchRow> rows = null;
    for (int i : sources) {
      DataStream<SearchRow> source =
          decoded
              .get(i)
              .map(new SearchRows())
              .returns(new SearchRowTypeInfo())
              .name(Uids.searchRows(i))
              .uid(Uids.searchRows(i));
      rows = rows == null ? source : rows.union(source);
    }
    SearchConfig settings = SearchSettings.of(search, config.errors(), config.policy());
    DataStream<CommittableMessage<SearchCommittable>> committed =
        SearchStage.attach(rows, settings, Uids.of(namespace, Uids.SEARCH));
    cursor(committed);
    return committed
        .process(new SearchDeadLetters(), DeadLetterSerializer.TYPE)
        .name(Uids.of(namespace, Uids.SEARCH_LETTERS))
        .uid(Uids.of(namespace, Uids.SEARCH_LETTERS));
  }

  private void cursor(DataStream<CommittableMessage<SearchCommittable>> committed) {
    DataStream<CursorEvent> events =
        committed
            .global()
            .process(new SearchAcks(namespace), FlushAckSerializer.TYPE)
            .setParallelism(1)
            .name(Uids.of(namespace, Uids.SEARCH_ACKS))
            .uid(Uids.of(namespace, Uids.SEARCH_ACKS))
            .keyBy(ack -> ack.cursor().text(), Types.STRING)
            .process(
                new CursorFunction(config.pipeline().name(), config.policy()),
                CursorEventSerializer.TYPE)
            .name(Uids.of(namespace, Uids.SEARCH_CURSOR))
            .uid(Uids.of(namespace, Uids.SEARCH_CURSOR));
    EventLog.append(
        events,
        config.cursor().events(),
        new EventLog.Naming(
            config.pipeline().name(), Uids.of(namespace, Uids.SEARCH_CURSOR_EVENTS)),
        new CursorEventJson()::write);
  }
}
