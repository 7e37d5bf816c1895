package io.spillway.spool;

import java.util.Arrays;
import java.util.List;

/**
 * The newest changes of a dispatcher whose source says where in its log each stands: at least the
 * last {@value #LEAST}, at most twice as many, in two generations of which the older one is
 * forgotten. What is remembered costs 32 bytes a change.
 */
final class RecentChanges {
  static final int LEAST = 4096;

  private Generation young = new Generation();
  private Generation old = new Generation();
  private long[] unsaved = new long[16];
  private int unsavedCount;
  private long nextChunk;
  private long youngFrom;
  private long oldFrom;
  private long firstChunk;

  /** Takes a change in, unless it is there. */
  SeenRows.Verdict add(long change, long content) {
    int slot = young.find(change);
    long known = young.changes[slot] == change ? young.contents[slot] : old.contentOf(change);
    boolean isKnown = young.changes[slot] == change || old.has(change);
    if (isKnown) {
      return known == content ? SeenRows.Verdict.COPY : SeenRows.Verdict.CONTRADICTION;
    }
    remember(change, content);
    if (unsavedCount + 2 > unsaved.length) {
      unsaved = Arrays.copyOf(unsaved, unsaved.length * 2);
    }
    unsaved[unsavedCount++] = change;
    unsaved[unsavedCount++] = content;
    return SeenRows.Verdict.NEW;
  }

  private void remember(long change, long content) {
    if (young.size == LEAST) {
      old = young;
      young = new Generation();
      oldFrom = youngFrom;
      youngFrom = nextChunk;
    }
    young.put(change, content);
  }

  /** What has come since the last call, change and content in turn; null for nothing. */
  long[] takeUnsaved() {
    if (unsavedCount == 0) {
      return null;
    }
    long[] taken = Arrays.copyOf(unsaved, unsavedCount);
    unsavedCount = 0;
    nextChunk++;
    return taken;
  }

  /** Number of the chunk that {@link #takeUnsaved} gave last. */
  long lastChunk() {
    return nextChunk - 1;
  }

  /** The number of a chunk that is forgotten, once for each; -1 for none. */
  long pollForgotten() {
    return firstChunk < oldFrom ? firstChunk++ : -1;
  }

  /**
   * Takes up what an earlier run has left.
   *
   * @param first number of the first chunk
   * @param chunks in their order, without holes
   */
  void restore(long first, List<long[]> chunks) {
    firstChunk = first;
    oldFrom = first;
    youngFrom = first;
    nextChunk = first;
    for (long[] chunk : chunks) {
      for (int i = 0; i < chunk.length; i += 2) {
        remember(chunk[i], chunk[i + 1]);
      }
      nextChunk++;
    }
  }

  /** Changes by their hash, with open addressing; 0 marks a free slot. */
  private static final class Generation {
    private long[] changes = new long[64];
    private long[] contents = new long[64];
    private int size;

    int find(long change) {
      int mask = changes.length - 1;
      int slot = (int) (change ^ change >>> 32) & mask;
      while (changes[slot] != 0 && changes[slot] != change) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    boolean has(long change) {
      return changes[find(change)] == change;
    }

    long contentOf(long change) {
      return contents[find(change)];
    }

    void put(long change, long content) {
      if (size * 2 >= changes.length) {
        grow();
      }
      int slot = find(change);
      changes[slot] = change;
      contents[slot] = content;
      size++;
    }

    private void grow() {
      long[] oldChanges = changes;
      long[] oldContents = contents;
      changes = new long[2 * oldChanges.length];
      contents = new long[changes.length];
      for (int i = 0; i < oldChanges.length; i++) {
        if (oldChanges[i] != 0) {
          int slot = find(oldChanges[i]);
          changes[slot] = oldChanges[i];
          contents[slot] = oldContents[i];
        }
      }
    }
  }
}
