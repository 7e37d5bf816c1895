package io.spillway.search;

import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Makes {@link SearchOperator}s. */
final class SearchOperatorFactory
    extends AbstractStreamOperatorFactory<CommittableMessage<SearchCommittable>>
    implements OneInputStreamOperatorFactory<SearchElement, CommittableMessage<SearchCommittable>>,
        TwoInputStreamOperatorFactory<
            SearchElement, SearchElement, CommittableMessage<SearchCommittable>> {
  private static final long serialVersionUID = 1;
  private final ElasticsearchSink sink;
  private final SearchConfig config;
  private final boolean controlled;

  /**
   * @param controlled whether there is a second input, of settings
   */
  SearchOperatorFactory(ElasticsearchSink sink, SearchConfig config, boolean controlled) {
    this.sink = sink;
    this.config = config;
    this.controlled = controlled;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends StreamOperator<CommittableMessage<SearchCommittable>>> T createStreamOperator(
      StreamOperatorParameters<CommittableMessage<SearchCommittable>> parameters) {
    SearchOperator operator =
        controlled
            ? new SearchOperator.Controlled(parameters, sink, config)
            : new SearchOperator.Plain(parameters, sink, config);
    return (T) operator;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
    return controlled ? SearchOperator.Controlled.class : SearchOperator.Plain.class;
  }
}
