package io.spillway.policy;

import static io.spillway.policy.ErrorKind.*;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the job does that can fail, with the kinds of errors of each. */
public enum EventType {
  SOURCE_READ(Domain.SOURCE, "read", Traits.PLAIN, IO, TIMEOUT, CONNECTION, CONFIGURATION, LOST),
  SOURCE_DISCOVERY(
      Domain.SOURCE,
      "discovery",
      Traits.RETRIED,
      IO,
      TIMEOUT,
      CONNECTION,
      CONFIGURATION,
      UNAVAILABLE),
  DECODE_MESSAGE(
      Domain.DECODE,
      "message",
      Traits.RECORD,
      EMPTY,
      MALFORMED,
      INVALID,
      TOO_LARGE,
      AHEAD,
      UNKNOWN),
  ENCODE_DOCUMENT(
      Domain.ENCODE,
      "document",
      Traits.RECORD,
      MALFORMED,
      NO_ID,
      NO_INDEX,
      BAD_VALUE,
      TOO_LARGE,
      UNKNOWN),
  SPOOL_ROW(Domain.SPOOL, "row", Traits.PLAIN, LATE, FULL),
  SPOOL_DDL(Domain.SPOOL, "ddl", Traits.PLAIN, INVALID, STUCK, CONFLICT),
  STORAGE_WRITE(Domain.STORAGE, "write", Traits.PLAIN, IO, TIMEOUT, CONNECTION, CONFIGURATION),
  STORAGE_COMMIT(
      Domain.STORAGE,
      "commit",
      Traits.RETRIED,
      IO,
      TIMEOUT,
      CONNECTION,
      CONFIGURATION,
      CONFLICT,
      LOST),
  SEARCH_REQUEST(
      Domain.SEARCH,
      "request",
      Traits.RETRIED_RECORD,
      REJECTED,
      UNAVAILABLE,
      TIMEOUT,
      CONNECTION,
      BREAKER,
      BLOCKED,
      TOO_LARGE,
      INVALID,
      UNKNOWN),
  SEARCH_ITEM(
      Domain.SEARCH,
      "item",
      Traits.RETRIED_RECORD,
      CONFLICT,
      GONE,
      REJECTED,
      UNAVAILABLE,
      BREAKER,
      BLOCKED,
      REFUSED,
      CUT,
      UNKNOWN),
  SEARCH_INDEX(Domain.SEARCH, "index", Traits.RETRIED_RECORD, UNAVAILABLE, REFUSED, FULL),
  CURSOR_ADVANCE(Domain.CURSOR, "advance", Traits.PLAIN, NO_FORWARD),
  CURSOR_REACH(Domain.CURSOR, "reach", Traits.RETRIED, TIMEOUT, CONNECTION, UNAVAILABLE),
  CURSOR_EVENT(Domain.CURSOR, "event", Traits.PLAIN, IO, TIMEOUT, CONNECTION, CONFIGURATION),
  CURSOR_COMMIT(
      Domain.CURSOR,
      "commit",
      Traits.RETRIED,
      IO,
      TIMEOUT,
      CONNECTION,
      CONFIGURATION,
      UNAVAILABLE,
      LOST),
  CONTROL_READ(Domain.CONTROL, "read", Traits.RETRIED, IO, TIMEOUT, CONNECTION, CONFIGURATION),
  CONTROL_SETTINGS(Domain.CONTROL, "settings", Traits.PLAIN, MALFORMED, INVALID, ROLLBACK, STALE),
  LETTER_REACH(Domain.DEAD_LETTERS, "reach", Traits.RETRIED, TIMEOUT, CONNECTION, UNAVAILABLE),
  LETTER_WRITE(Domain.DEAD_LETTERS, "write", Traits.PLAIN, IO, TIMEOUT, CONNECTION, CONFIGURATION),
  LETTER_COMMIT(
      Domain.DEAD_LETTERS,
      "commit",
      Traits.RETRIED,
      IO,
      TIMEOUT,
      CONNECTION,
      CONFIGURATION,
      UNAVAILABLE,
      LOST),
  LETTER_ADMISSION(Domain.DEAD_LETTERS, "admission", Traits.RETRIED, FLOOD),
  SYSTEM_ERROR(Domain.SYSTEM, "error", Traits.PLAIN, UNKNOWN),
  SYSTEM_HEALTH(Domain.SYSTEM, "health", Traits.PLAIN, UNBALANCED);

  private enum Traits {
    PLAIN,
    RETRIED,
    RECORD,
    RETRIED_RECORD
  }

  private final Domain domain;
  private final String word;
  private final Traits traits;
  private final Set<ErrorKind> kinds;

  EventType(Domain domain, String word, Traits traits, ErrorKind... kinds) {
    this.domain = domain;
    this.word = word;
    this.traits = traits;
    this.kinds = Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(kinds)));
  }

  public Domain domain() {
    return domain;
  }

  public String word() {
    return word;
  }

  public Set<ErrorKind> kinds() {
    return kinds;
  }

  public boolean retries() {
    return traits == Traits.RETRIED || traits == Traits.RETRIED_RECORD;
  }

  /** Whether there is a record in hand that could go to the dead letters. */
  boolean letters() {
    return traits == Traits.RECORD || traits == Traits.RETRIED_RECORD;
  }

  public PolicyKey key(Phase phase, ErrorKind kind) {
    return new PolicyKey(domain.word(), word, phase, kind.word());
  }

  /** The names of this job. */
  static Vocabulary vocabulary() {
    Map<String, Map<String, Vocabulary.Event>> domains = new LinkedHashMap<>();
    for (EventType type : values()) {
      Set<String> kinds = new LinkedHashSet<>();
      type.kinds.forEach(kind -> kinds.add(kind.word()));
      domains
          .computeIfAbsent(type.domain.word(), d -> new LinkedHashMap<>())
          .put(type.word, new Vocabulary.Event(type.retries(), type.letters(), kinds));
    }
    return new Vocabulary(domains);
  }
}
