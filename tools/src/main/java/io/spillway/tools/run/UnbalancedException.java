package io.spillway.tools.run;

/** The rows read are not those that were delivered, refused or still wait. */
public final class UnbalancedException extends Exception {
  private static final long serialVersionUID = 1L;

  UnbalancedException(long checkpoints) {
    super(
        "the rows did not balance at "
            + checkpoints
            + " checkpoints; the log says by how many. Keep the input and the checkpoints, and"
            + " look at the output with `spillway verify`");
  }
}
