package io.spillway.plan;

/**
 * Whose plan a {@link CommitPlan} is.
 *
 * @param lineage random id of all runs that went on from each other; empty in state of 0.1.0
 * @param number counts the plans of a lineage from 1, higher than that of any plan that has begun
 *     in the bucket before; 0 in state of 0.1.0
 * @param root URI of the bucket that it was made for: its files were opened there; empty in state
 *     of 0.1.0
 */
public record PlanOrigin(String lineage, long number, String root) {
  public static final PlanOrigin UNKNOWN = new PlanOrigin("", 0, "");

  /** The next plan of the same lineage. */
  public PlanOrigin next() {
    return new PlanOrigin(lineage, number + 1, root);
  }
}
