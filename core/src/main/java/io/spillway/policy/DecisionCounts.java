package io.spillway.policy;

/** Where decisions and alerts are counted; a metric system, or nowhere. */
public interface DecisionCounts {
  /** Counts nothing. */
  DecisionCounts NONE =
      new DecisionCounts() {
        @Override
        public Count decision(PolicyKey key, Action action) {
          return () -> {};
        }

        @Override
        public Count alert(Alert level) {
          return () -> {};
        }
      };

  /** One counter. */
  interface Count {
    void inc();
  }

  /** The counter of decisions that came to this action; asked for once each. */
  Count decision(PolicyKey key, Action action);

  /** The counter of failures of this alert level; asked for once each. */
  Count alert(Alert level);
}
