package io.spillway.policy;

import io.spillway.metrics.MetricNames;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counters of an operator's decisions: {@code
 * policy_decisions_total{domain,type,phase,kind,action}} and {@code policy_alerts_total{level}}.
 */
public final class PolicyMetrics implements DecisionCounts {
  private final MetricGroup group;

  /**
   * @param parent the operator's own group
   */
  public PolicyMetrics(MetricGroup parent) {
    this.group = parent.addGroup(MetricNames.GROUP);
  }

  @Override
  public Count decision(PolicyKey key, Action action) {
    return group
            .addGroup(MetricNames.DOMAIN, key.domain())
            .addGroup(MetricNames.TYPE, key.type())
            .addGroup(MetricNames.PHASE, key.phase().word())
            .addGroup(MetricNames.KIND, key.kind())
            .addGroup(MetricNames.ACTION, action.word())
            .counter(MetricNames.POLICY_DECISIONS)
        ::inc;
  }

  @Override
  public Count alert(Alert level) {
    return group.addGroup(MetricNames.LEVEL, level.word()).counter(MetricNames.POLICY_ALERTS)::inc;
  }
}
