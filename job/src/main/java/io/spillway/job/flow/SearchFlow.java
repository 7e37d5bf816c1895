package io.spillway.job.flow;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.FlushAckSerializer;
import io.spillway.cursor.Namespace;
import io.spillway.decode.DecodeOperator;
import io.spillway.event.Broadcast;
import io.spillway.event.Row;
import io.spillway.job.config.ElasticsearchConfig;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.start.SourceIdentity;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterSerializer;
import io.spillway.search.DdlRule;
import io.spillway.search.SearchAcks;
import io.spillway.search.SearchCommittable;
import io.spillway.search.SearchConfig;
import io.spillway.search.SearchControls;
import io.spillway.search.SearchDdlStage;
import io.spillway.search.SearchDdls;
import io.spillway.search.SearchDeadLetters;
import io.spillway.search.SearchElement;
import io.spillway.search.SearchElementSerializer;
import io.spillway.search.SearchRows;
import io.spillway.search.SearchStage;
import io.spillway.tables.TableRules;
import io.spillway.tables.UnmatchedRules;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** The branch from decoded rows to the search engine, with its cursor. */
final class SearchFlow {
  private final PipelineConfig config;
  private final Namespace namespace;
  private final List<Integer> numbers;

  /**
   * @param numbers of all sources, by their index
   */
  SearchFlow(PipelineConfig config, Namespace namespace, List<Integer> numbers) {
    this.config = config;
    this.namespace = namespace;
    this.numbers = numbers;
  }

  /**
   * Adds the branch; gives the letters of what the engine refused.
   *
   * @param sources those of the namespace, by their index
   * @param decoded rows of all sources
   * @param control settings that change while the job runs
   */
  DataStream<DeadLetter> attach(
      List<Integer> sources,
      List<SingleOutputStreamOperator<Row>> decoded,
      ElasticsearchConfig search,
      Optional<DataStream<Broadcast>> control) {
    SearchConfig settings = SearchSettings.of(config);
    DdlRule rule =
        new DdlRule(
            settings.documents(), search.onDdl(), search.tables().orElse(null), config.tables());
    UnmatchedRules unmatched = unmatched(search);
    DataStream<SearchElement> rows = null;
    DataStream<Broadcast> statements = null;
    for (int i : sources) {
      DataStream<SearchElement> source =
          rows(decoded.get(i), search, label(i, sources), Uids.searchRows(numbers.get(i)))
              .union(
                  rows(
                      decoded.get(i).getSideOutput(DecodeOperator.SEARCH_ONLY),
                      search,
                      label(i, sources),
                      Uids.searchReplays(numbers.get(i))));
      rows = rows == null ? source : rows.union(source);
      DataStream<Broadcast> ofSource =
          decoded
              .get(i)
              .getSideOutput(DecodeOperator.BROADCASTS)
              .filter(new SearchDdls(rule, unmatched.count() > 0))
              .name(Uids.searchDdls(numbers.get(i)))
              .uid(Uids.searchDdls(numbers.get(i)));
      statements = statements == null ? ofSource : statements.union(ofSource);
    }
    DataStream<CommittableMessage<SearchCommittable>> committed =
        SearchStage.attach(
            rows, control.map(this::settings), settings, Uids.of(namespace, Uids.SEARCH));
    Cursors cursors = new Cursors(config, namespace, CursorKey.SEARCH, numbers);
    DataStream<FlushAck> acks = acks(committed);
    SearchDdlStage.attach(
        statements, acks, settings, rule, unmatched, Uids.of(namespace, Uids.SEARCH_DDL_EFFECTS));
    cursors.attach(acks.union(cursors.gaps(sources, decoded)), Uids.OfCursors.search(namespace));
    return committed
        .process(new SearchDeadLetters(), DeadLetterSerializer.TYPE)
        .name(Uids.of(namespace, Uids.SEARCH_LETTERS))
        .uid(Uids.of(namespace, Uids.SEARCH_LETTERS));
  }

  /** Of the main stream, which has all tables; section {@code tables} where no spool watches it. */
  private UnmatchedRules unmatched(ElasticsearchConfig search) {
    if (!namespace.isHarvest()) {
      return new UnmatchedRules(TableRules.NONE);
    }
    TableRules watched = config.storage().isEmpty() ? config.tables() : TableRules.NONE;
    return new UnmatchedRules(config.tables(), watched, search.tables().orElse(null));
  }

  private DataStream<SearchElement> settings(DataStream<Broadcast> control) {
    return control
        .map(new SearchControls())
        .returns(SearchElementSerializer.TYPE)
        .setParallelism(1)
        .setMaxParallelism(1)
        .name(Uids.of(namespace, Uids.SEARCH_CONTROL))
        .uid(Uids.of(namespace, Uids.SEARCH_CONTROL));
  }

  /** What the letters of a source say of it; empty where its partitions' names say enough. */
  private String label(int index, List<Integer> sources) {
    SourceIdentity own = SourceIdentity.of(config.sources().get(index));
    boolean ambiguous =
        sources.stream()
            .filter(other -> other != index)
            .map(other -> SourceIdentity.of(config.sources().get(other)))
            .anyMatch(own::mayShareLabels);
    return ambiguous ? own.origin() : "";
  }

  private static DataStream<SearchElement> rows(
      DataStream<Row> decoded, ElasticsearchConfig search, String source, String uid) {
    return decoded
        .flatMap(new SearchRows(source, search.tables().orElse(null)))
        .returns(SearchElementSerializer.TYPE)
        .name(uid)
        .uid(uid);
  }

  private DataStream<FlushAck> acks(DataStream<CommittableMessage<SearchCommittable>> committed) {
    return committed
        .global()
        .process(new SearchAcks(namespace), FlushAckSerializer.TYPE)
        .setParallelism(1)
        .name(Uids.of(namespace, Uids.SEARCH_ACKS))
        .uid(Uids.of(namespace, Uids.SEARCH_ACKS));
  }
}
