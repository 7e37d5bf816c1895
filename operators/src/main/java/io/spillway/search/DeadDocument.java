package io.spillway.search;

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

    /** What counts as one kind of failure. */
    String failureClass() {
      return status + ":" + type;
    }
  }
}
