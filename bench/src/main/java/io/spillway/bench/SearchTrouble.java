package io.spillway.bench;

import java.util.Locale;

/** What is wrong with the engine, or with one of its indices, while the job runs. */
enum SearchTrouble {
  /** Nothing: the other half of each pair. */
  NONE(null),
  /** One index refuses each document for its mapping. */
  REFUSED(
      "{\"status\":400,\"error\":{\"type\":\"document_parsing_exception\",\"reason\":\"made\"}}"),
  /** One table has no primary key. */
  KEYLESS(null),
  /** One index has no active shard, so requests with its documents take the engine's time-out. */
  RED("{\"status\":503,\"error\":{\"type\":\"unavailable_shards_exception\",\"reason\":\"made\"}}"),
  /** One index is closed. */
  CLOSED("{\"status\":400,\"error\":{\"type\":\"index_closed_exception\",\"reason\":\"made\"}}"),
  /** The login may not write to one index. */
  FORBIDDEN("{\"status\":403,\"error\":{\"type\":\"security_exception\",\"reason\":\"made\"}}"),
  /** The engine ends after some requests and comes back once storage has all rows. */
  AWAY(null),
  /** The engine isn't there before storage has all rows. */
  NEVER_THERE(null);

  private final String refusal;

  SearchTrouble(String refusal) {
    this.refusal = refusal;
  }

  /** The engine's answer to a document of the table in trouble; null where it takes it. */
  String refusal() {
    return refusal;
  }

  /** Whether it is the whole engine's. */
  boolean isOutage() {
    return this == AWAY || this == NEVER_THERE;
  }

  /** As it is written on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
