package io.spillway.spool;

import io.spillway.metrics.MetricNames;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows what has become of statements, and looks at each barrier whether none is missing. */
final class StatementMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(StatementMetrics.class);

  private final Decider decider;
  private final Counter unbalanced;

  /** As of the last barrier; the task's thread writes it. */
  private volatile long difference;

  StatementMetrics(MetricGroup group, Deciders deciders, Drains drains) {
    decider = deciders.of(EventType.SYSTEM_HEALTH, ErrorKind.UNBALANCED);
    unbalanced = group.counter(MetricNames.UNBALANCED_STATEMENTS);
    StatementBalance statements = drains.statements();
    group.gauge(MetricNames.DDLS_MERGED, statements::merged);
    group.gauge(MetricNames.DDLS_APPLIED, statements::applied);
    group.gauge(MetricNames.DDLS_WITHOUT_FILE, statements::withoutFile);
    group.gauge(MetricNames.STATEMENT_DIFFERENCE, () -> difference);
  }

  void look(Drains drains) {
    StatementBalance statements = drains.statements();
    int waiting = drains.pending();
    difference = statements.difference(waiting);
    if (difference == 0) {
      return;
    }
    unbalanced.inc();
    String text = statements.text(waiting);
    decider.alert(1).log(LOG, "the DDL statements don't balance: {}", text);
    if (decider.decide(1) == Action.STOP) {
      throw new IllegalStateException("the DDL statements don't balance: " + text);
    }
  }
}
