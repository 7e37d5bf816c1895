package io.spillway.search.bulk;

/**
 * One answered request, as the guardrails see it. Dead letters count as done: they say something
 * about documents, nothing about the engine's health.
 *
 * @param latencyMs from sending to the answer, or to the loss of it
 * @param done documents that are finished
 * @param rejected documents answered 429
 * @param errors documents met by another congestion or an unknown server error
 */
public record RequestReport(long latencyMs, int done, int rejected, int errors) {
  /** The time of a request that says nothing about the engine's. */
  public static final long UNTIMED = -1;

  boolean failed() {
    return rejected + errors > done;
  }
}
