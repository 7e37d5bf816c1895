package io.spillway.search.bulk;

/** What one answer of the engine means for the documents it concerns. */
public sealed interface Outcome {

  /** Nothing is left to do for the document. */
  enum Done implements Outcome {
    /** Written or deleted. */
    STORED,
    /** The engine holds this version or a newer one (409). */
    ALREADY_NEWER,
    /** The document to delete wasn't there (404 without an error). */
    ALREADY_GONE
  }

  /** {@link Done#ALREADY_NEWER}, with the version that the engine holds. */
  record Newer(long version) implements Outcome {}

  /** The engine can't take it now; the same document is sent again later. */
  record Congestion(Kind kind, int status, String type, String reason) implements Outcome {}

  /** The engine will never take it. */
  record Permanent(int status, String type, String reason) implements Outcome {
    /**
     * Whether the next attempt may pass: two requests at once have made the engine guess two types
     * of one field; now that it has one the value may fit it.
     */
    public boolean mayPassAgain() {
      return status == 400 && reason != null && reason.contains("cannot be changed from type");
    }
  }

  /** Nothing known; {@link UnknownPolicy} decides. */
  record Unknown(int status, String type, String reason) implements Outcome {}

  /** Only for a whole request: it may pass in smaller parts. */
  record Divide(int status, String type, String reason) implements Outcome {}

  /** How the engine shows that it can't keep up; decides which guardrail counts it. */
  enum Kind {
    /** 429: a full queue or indexing pressure. */
    REJECTED,
    /** 408, 502, 503, 504. */
    UNAVAILABLE,
    /** No answer in time. */
    TIMEOUT,
    /** No connection, or one that broke. */
    DISCONNECTED,
    /** circuit_breaking_exception: out of memory for this. */
    BREAKER,
    /** The index, or the cluster, refuses writes until somebody mends it. */
    BLOCKED
  }
}
