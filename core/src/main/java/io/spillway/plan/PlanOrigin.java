package io.spillway.plan;

/**
 * Whose plan a {@link CommitPlan} is.
 *
 * @param lineage random id of all runs that went on from each other; empty in state of 0.1.0
 * @param number counts the plans of a lineage from 1, higher than that of any plan that has begun
 *     in the bucket before; 0 in state of 0.1.0
 * @param root URI of the bucket that it was made for: its files were opened there; empty in state
 *     of 0.1.0
 * @param job id of the job that has made it
 * @param base the newest plan that had been begun in the bucket when that job started, as {@link
 *     io.spillway.layout.BegunPlan} writes it; empty for none
 * @param claimed checkpoint-ts of the newest claim that plans of the lineage before this one have
 *     made, so that the bucket must show it by now; {@link Long#MIN_VALUE} for none
 * @param noted number of the newest plan before this one that had data or schema files, which the
 *     bucket must have noted by now; 0 for none
 */
public record PlanOrigin(
    String lineage, long number, String root, String job, String base, long claimed, long noted) {
  public static final PlanOrigin UNKNOWN = new PlanOrigin("", 0, "");

  /** Of a job that nobody asks for. */
  public PlanOrigin(String lineage, long number, String root) {
    this(lineage, number, root, "", "");
  }

  /** Of a plan before which nothing is claimed. */
  public PlanOrigin(String lineage, long number, String root, String job, String base) {
    this(lineage, number, root, job, base, Long.MIN_VALUE, 0);
  }

  /** The next plan of the same lineage. */
  public PlanOrigin next() {
    return new PlanOrigin(lineage, number + 1, root, job, base, claimed, noted);
  }

  /**
   * The same once its plan is carried out.
   *
   * @param checkpointTs that the plan claims
   * @param files whether it has data or schema files
   */
  public PlanOrigin carriedOut(long checkpointTs, boolean files) {
    return new PlanOrigin(
        lineage, number, root, job, base, Math.max(claimed, checkpointTs), files ? number : noted);
  }
}
