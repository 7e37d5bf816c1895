package io.spillway.search;

import io.spillway.search.bulk.Outcome;

/**
 * A document that will never be stored, with all that is needed to put it back.
 *
 * @param row its row: source position and original bytes
 * @param target where it should have gone; empty names where there are none
 * @param failure why it did not
 * @param tries how often and when that was tried
 */
public record DeadDocument(SearchRow row, Target target, Failure failure, Tries tries) {

  /**
   * @param count how often it was sent; 0 if it could not become a document
   * @param firstMs when it failed first, in ms since 1970; -1 where it isn't known
   * @param lastMs when it failed last
   */
  public record Tries(int count, long firstMs, long lastMs) {}

  /** Names of an index and of a document in it. */
  public record Target(String index, String id) {
    static final Target NONE = new Target("", "");
  }

  /**
   * @param status HTTP status of the item; 0 where the engine wasn't asked
   * @param type the engine's name of the error, or {@code row:} and the kind of refusal
   * @param reason the engine's text
   */
  public record Failure(int status, String type, String reason) {

    /** What an outcome says of a document that isn't sent again. */
    static Failure of(Outcome outcome) {
      if (outcome instanceof Outcome.Permanent p) {
        return new Failure(p.status(), p.type(), p.reason());
      } else if (outcome instanceof Outcome.Unknown u) {
        return new Failure(u.status(), u.type(), u.reason());
      } else if (outcome instanceof Outcome.Congestion c) {
        return new Failure(c.status(), c.type(), c.reason());
      } else if (outcome instanceof Outcome.Divide d) {
        return new Failure(d.status(), d.type() == null ? "request_refused" : d.type(), d.reason());
      }
      return outcome == Outcome.Done.ALREADY_GONE
          ? new Failure(404, "not_found", "the document to delete isn't there")
          : new Failure(409, "version_conflict", "the engine holds this version or a newer one");
    }

    /** What counts as one kind of failure. */
    String failureClass() {
      return status + ":" + type;
    }
  }
}
