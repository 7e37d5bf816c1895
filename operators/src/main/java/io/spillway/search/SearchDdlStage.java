package io.spillway.search;

import io.spillway.cursor.FlushAck;
import io.spillway.event.Broadcast;
import io.spillway.tables.UnmatchedRules;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Takes the documents away of tables whose rows are gone. */
public final class SearchDdlStage {
  private SearchDdlStage() {}

  /**
   * @param statements that {@link SearchDdls} has let through
   * @param acks the search sink's progress
   * @param unmatched rules for tables that nothing else watches, before any table has come
   */
  public static void attach(
      DataStream<Broadcast> statements,
      DataStream<FlushAck> acks,
      SearchConfig config,
      DdlRule rule,
      UnmatchedRules unmatched,
      String uid) {
    var unused =
        statements
            .global()
            .connect(acks.global())
            .transform(uid, BasicTypeInfo.VOID_TYPE_INFO, new Factory(config, rule, unmatched))
            .setParallelism(1)
            .setMaxParallelism(1)
            .name(uid)
            .uid(uid);
  }

  private static final class Factory extends AbstractStreamOperatorFactory<Void>
      implements TwoInputStreamOperatorFactory<Broadcast, FlushAck, Void> {
    private static final long serialVersionUID = 1;
    private final SearchConfig config;
    private final DdlRule rule;
    private final UnmatchedRules unmatched;

    Factory(SearchConfig config, DdlRule rule, UnmatchedRules unmatched) {
      this.config = config;
      this.rule = rule;
      this.unmatched = unmatched;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StreamOperator<Void>> T createStreamOperator(
        StreamOperatorParameters<Void> parameters) {
      return (T) new SearchDdlOperator(parameters, config, rule, unmatched);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
      return SearchDdlOperator.class;
    }
  }
}
