package io.spillway.spool;

/** Is called with what becomes of rows that the upstream may have sent again. */
interface CopyListener {
  /** A copy is dropped. */
  void copy(CopyReason reason);

  /** Two rows of one key and commit timestamp differ; a sentence for the log. Both are kept. */
  void contradiction(String sentence);

  /**
   * A row without a key equals one of the same pass, and is kept: it may be a copy all the same.
   */
  void equalRows();
}
