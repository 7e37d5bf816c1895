package io.spillway.search;

/** What became of documents, since the start of the writer. */
final class Counts {
  long stored;
  long alreadyNewer;
  long alreadyGone;
  long dead;
  long rejected;
  long congested;
  long unknown;
  long requests;
  long divided;
  long warnedIndices;

  /** Documents that need nothing more, the dead aside. */
  long finished() {
    return stored + alreadyNewer + alreadyGone;
  }
}
