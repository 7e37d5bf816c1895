package io.spillway.search;

import io.spillway.event.Broadcast;
import io.spillway.event.SchemaChange;
import io.spillway.metrics.MetricNames;
import java.util.regex.Pattern;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names each statement after which rows are gone or elsewhere, while their documents stay as they
 * were. Lets nothing through.
 */
public final class SearchDdls extends RichFilterFunction<Broadcast> {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(SearchDdls.class);

  /** A hint is enough: the statement is only reported, not carried out. */
  private static final Pattern LEAVES_DOCUMENTS =
      Pattern.compile(
          "(?is)\\s*(/\\*.*?\\*/\\s*)*(truncate\\b|drop\\s+(table|database|schema)\\b"
              + "|rename\\s+table\\b"
              + "|alter\\s+table\\b.*\\b(rename\\s+(?!column\\b|index\\b|key\\b)"
              + "|(drop|truncate)\\s+partition\\b)).*");

  private transient Counter statements;

  @Override
  public void open(OpenContext context) {
    statements =
        getRuntimeContext()
            .getMetricGroup()
            .addGroup(MetricNames.GROUP)
            .counter(MetricNames.SEARCH_DDLS);
  }

  static boolean leavesDocuments(String statement) {
    return LEAVES_DOCUMENTS.matcher(statement).matches();
  }

  @Override
  public boolean filter(Broadcast event) {
    if (event instanceof SchemaChange ddl && leavesDocuments(ddl.query())) {
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
