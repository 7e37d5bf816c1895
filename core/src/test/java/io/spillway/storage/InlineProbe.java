package io.spillway.storage;

import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;

/** How a writer decides where a file's bytes are, for a simulation in another package. */
public final class InlineProbe {
  private final InlineBudget budget;

  /**
   * @param fileBytes the largest file that stays with the plan
   * @param totalBytes of all of them
   */
  public InlineProbe(long fileBytes, long totalBytes) {
    budget = new InlineBudget(fileBytes, totalBytes, 1);
  }

  public Written.Content content(byte[] bytes) {
    return budget.take(bytes.length) ? new Written.Inline(bytes) : new Written.Uploaded(bytes);
  }

  public void barrier(StorageCommand.Barrier barrier) {
    budget.barrier(barrier.checkpointId(), barrier.completedId());
  }
}
