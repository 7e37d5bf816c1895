package io.spillway.spool;

/**
 * Where all statements are that the readers have handed on since this attempt began: each was the
 * same as one before, has been applied, or waits for the watermark. The barrier is aligned, so none
 * is on its way. Every spool subtask sees all of them; one reports.
 */
final class StatementBalance {
  private long handedOn;
  private long waitedBefore;
  private long merged;
  private long applied;
  private long withoutFile;
  private long announced;

  /** As many waited in the state that this attempt began with. */
  void begunWith(long waiting) {
    waitedBefore = waiting;
  }

  /** So many have passed the readers. */
  void handedOn(long statements) {
    handedOn += statements;
  }

  /** One came again, or from another partition, too. */
  void mergedOne() {
    merged++;
  }

  /**
   * @param files schema files that it has made
   */
  void appliedOne(int files) {
    applied++;
    withoutFile += files == 0 ? 1 : 0;
  }

  /**
   * A statement has made a schema file; of all subtasks, the one that the table belongs to hands it
   * on.
   *
   * @param goesOn whether the table is one that is delivered
   */
  void announcedOne(boolean goesOn) {
    announced += goesOn ? 1 : 0;
  }

  /** Schema files since the last call that must come to the plan of the next checkpoint. */
  long takeAnnounced() {
    long taken = announced;
    announced = 0;
    return taken;
  }

  long merged() {
    return merged;
  }

  long applied() {
    return applied;
  }

  /** Of those applied. */
  long withoutFile() {
    return withoutFile;
  }

  /**
   * Statements missing; negative for statements too many. 0 where the balance holds.
   *
   * @param waiting how many wait now
   */
  long difference(long waiting) {
    return handedOn + waitedBefore - merged - applied - waiting;
  }

  /** For the log. */
  String text(long waiting) {
    return handedOn
        + " read and "
        + waitedBefore
        + " from the state, of which "
        + merged
        + " had come before, "
        + applied
        + " were applied and "
        + waiting
        + " wait";
  }
}
