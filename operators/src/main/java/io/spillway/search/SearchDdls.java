package io.spillway.search;

import io.spillway.event.Broadcast;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableShape;
import io.spillway.metrics.MetricNames;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets statements through that take documents away, and names each after which rows are gone or
 * elsewhere while their documents stay as they were.
 */
public final class SearchDdls extends RichFilterFunction<Broadcast> {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(SearchDdls.class);

  private final DdlRule rule;
  private final boolean withTables;
  private transient Counter statements;

  /**
   * @param withTables whether what shows that there is a table passes too
   */
  public SearchDdls(DdlRule rule, boolean withTables) {
    this.rule = rule;
    this.withTables = withTables;
  }

  @Override
  public void open(OpenContext context) {
    statements =
        getRuntimeContext()
            .getMetricGroup()
            .addGroup(MetricNames.GROUP)
            .counter(MetricNames.SEARCH_DDLS);
  }

  @Override
  public boolean filter(Broadcast event) {
    if (!(event instanceof SchemaChange ddl)) {
      return withTables && event instanceof TableShape;
    }
    if (rule.effect(ddl).isPresent()) {
      return true;
    }
    if (rule.leavesDocuments(ddl)) {
      statements.inc();
      LOG.warn(
          "{} at {} has no effect on documents: those of its rows stay in the search engine as they"
              + " were, until somebody deletes them: {}",
          ddl.table(),
          ddl.commitTs(),
          ddl.query());
    }
    return false;
  }
}
