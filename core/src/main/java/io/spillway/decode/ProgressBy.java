package io.spillway.decode;

/** What says how far a partition is complete. */
public enum ProgressBy {
  /** Its resolved events, to its very end. */
  RESOLVED,
  /** Its resolved events; its end says that all of it is complete. */
  RESOLVED_THEN_END,
  /** Its newest row. */
  NEWEST
}
