package io.spillway.tools.letters;

import io.spillway.policy.DeadLetter;
import io.spillway.tools.letters.ReplayLog.Put;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Where letters are put back. */
public interface ReplayTarget {
  /**
   * Where each will go, and from where on to look for it afterwards; in the order of the letters.
   */
  List<Put> plan(List<DeadLetter> letters) throws IOException;

  /** Whether this is where something was to be put. */
  boolean has(Put put);

  /** Which letters of a plan are there, by their names. */
  Set<String> found(List<Put> puts) throws IOException;

  /** Puts the letters, planned before, in their order; all are there when it returns. */
  void put(List<DeadLetter> letters, List<Put> puts) throws IOException;
}
