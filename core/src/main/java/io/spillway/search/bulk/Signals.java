package io.spillway.search.bulk;

/**
 * All that the controller looks at.
 *
 * @param backlog signal A
 * @param flow signal B
 * @param health signal C
 * @param lastSuccessMs when a request last came through; 0 for never
 * @param lastFailureMs when congestion last hit a request; 0 for never
 * @param alert why the job must protect itself whatever the engine says, or null
 */
public record Signals(
    Backlog backlog,
    Flow flow,
    Health health,
    long lastSuccessMs,
    long lastFailureMs,
    String alert) {

  /**
   * Signal A.
   *
   * @param bytes unsent and unanswered bytes
   * @param lagMs age of the oldest unfinished change
   * @param lagTrend how fast that age grows: ms per second over the window
   */
  public record Backlog(long bytes, long lagMs, double lagTrend) {}

  /**
   * Signal B.
   *
   * @param producedPerSecond bytes that came in, per second over the window
   * @param consumedPerSecond bytes that were finished, per second over the window
   * @param inFlight requests in flight now
   */
  public record Flow(double producedPerSecond, double consumedPerSecond, int inFlight) {
    /** Bytes a second by which the backlog shrinks. */
    public double net() {
      return consumedPerSecond - producedPerSecond;
    }
  }
}
