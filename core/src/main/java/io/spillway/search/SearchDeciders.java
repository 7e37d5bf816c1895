package io.spillway.search;

import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.search.bulk.Outcome;
import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Done;
import io.spillway.search.bulk.Outcome.Permanent;
import io.spillway.search.document.RefusedRowException;
import java.util.Map;

/** The entries of the policy matrix for everything that the engine can say. */
final class SearchDeciders {
  private final Map<ErrorKind, Decider> request;
  private final Map<ErrorKind, Decider> item;
  private final Map<ErrorKind, Decider> document;
  private final Map<ErrorKind, Decider> index;
  private final Decider flood;

  SearchDeciders(Deciders deciders) {
    request = deciders.all(EventType.SEARCH_REQUEST);
    item = deciders.all(EventType.SEARCH_ITEM);
    document = deciders.all(EventType.ENCODE_DOCUMENT);
    index = deciders.all(EventType.SEARCH_INDEX);
    flood = deciders.of(EventType.LETTER_ADMISSION, ErrorKind.FLOOD);
  }

  /**
   * @param whole whether the outcome is the request's rather than the document's
   */
  Decider of(Outcome outcome, boolean whole) {
    ErrorKind kind = kind(outcome);
    Decider decider = whole ? request.get(kind) : null;
    return decider == null ? item.get(kind) : decider;
  }

  /** A request that is too large, or that one document in it spoils. */
  Decider divide(int status) {
    return request.get(status == 413 ? ErrorKind.TOO_LARGE : ErrorKind.INVALID);
  }

  Decider connection() {
    return request.get(ErrorKind.CONNECTION);
  }

  /** A connection that breaks on one document while others pass. */
  Decider cut() {
    return item.get(ErrorKind.CUT);
  }

  Decider flood() {
    return flood;
  }

  Decider index(ErrorKind kind) {
    return index.get(kind);
  }

  Decider document(RefusedRowException.Kind kind) {
    return document.get(
        switch (kind) {
          case MALFORMED -> ErrorKind.MALFORMED;
          case NO_ID -> ErrorKind.NO_ID;
          case NO_INDEX -> ErrorKind.NO_INDEX;
          case BAD_VALUE -> ErrorKind.BAD_VALUE;
          case TOO_LARGE -> ErrorKind.TOO_LARGE;
          case UNKNOWN -> ErrorKind.UNKNOWN;
        });
  }

  /** What is known of the failure beside its kind. */
  static FailureTrait fact(Outcome outcome) {
    if (outcome instanceof Congestion congestion) {
      return switch (congestion.kind()) {
        case TIMEOUT -> FailureTrait.TIMEOUT;
        case DISCONNECTED -> FailureTrait.CONNECTION;
        case BREAKER, REJECTED -> FailureTrait.RESOURCE;
        case UNAVAILABLE, BLOCKED -> FailureTrait.DEPENDENCY;
      };
    }
    if (outcome instanceof Done) {
      return FailureTrait.CONFLICT;
    }
    return outcome instanceof Permanent ? FailureTrait.INPUT : FailureTrait.OTHER;
  }

  private static ErrorKind kind(Outcome outcome) {
    if (outcome instanceof Congestion congestion) {
      return switch (congestion.kind()) {
        case REJECTED -> ErrorKind.REJECTED;
        case UNAVAILABLE -> ErrorKind.UNAVAILABLE;
        case TIMEOUT -> ErrorKind.TIMEOUT;
        case DISCONNECTED -> ErrorKind.CONNECTION;
        case BREAKER -> ErrorKind.BREAKER;
        case BLOCKED -> ErrorKind.BLOCKED;
      };
    }
    if (outcome instanceof Done done) {
      return done == Done.ALREADY_GONE ? ErrorKind.GONE : ErrorKind.CONFLICT;
    }
    // a divided request that could not be divided further is one document that is refused
    return outcome instanceof Outcome.Unknown ? ErrorKind.UNKNOWN : ErrorKind.REFUSED;
  }
}
