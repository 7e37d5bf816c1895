package io.spillway.search;

/** What became of documents, since the start of the writer. */
final class Counts {
  /** Documents that came, and rows that could not become one. */
  long taken;

  /** Of the dead those that were given up with their index. */
  long givenUp;

  /** Never sent, as the engine has this version or a newer one. */
  long known;

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
    return stored + alreadyNewer + alreadyGone + known;
  }
}
