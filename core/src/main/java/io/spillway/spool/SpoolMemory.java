package io.spillway.spool;

import java.io.Serializable;

/** Room for rows on the heap; what goes beyond it is sealed early or goes to state. */
public sealed interface SpoolMemory extends Serializable {

  /**
   * Bytes of one subtask.
   *
   * @param heapBytes largest size of the process's heap
   * @param slots of the process
   * @param quotaBytes of memory and state together, which the memory never exceeds
   */
  long bytes(long heapBytes, int slots, long quotaBytes);

  /** So many bytes for each subtask. */
  record Fixed(long bytes) implements SpoolMemory {
    @Override
    public long bytes(long heapBytes, int slots, long quotaBytes) {
      return bytes;
    }
  }

  /**
   * A quarter of the process's heap, shared evenly: the rest is for what decodes, uploads and sends
   * beside it, and for what the collector needs to copy.
   *
   * @param spools of one slot, 1 or more
   */
  record OfProcess(int spools) implements SpoolMemory {
    /** Of the heap, one part in so many. */
    private static final int PARTS = 4;

    /** Below this every batch would go to state at once. */
    private static final long LEAST_BYTES = 16L << 20;

    @Override
    public long bytes(long heapBytes, int slots, long quotaBytes) {
      long share = heapBytes / PARTS / Math.max(1, slots) / spools;
      return Math.min(quotaBytes, Math.max(LEAST_BYTES, share));
    }
  }
}
