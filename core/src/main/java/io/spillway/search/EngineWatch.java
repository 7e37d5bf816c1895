package io.spillway.search;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.EngineError;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether the engine answers at all, to any request. Once it hasn't for a while that is an outage,
 * which is reported at once and every minute. Pure; not thread-safe.
 */
final class EngineWatch {
  static final long OUTAGE_MS = 5_000;
  static final long REPEAT_MS = 60_000;

  private final String engine;
  private long failingSinceMs = -1;
  private long reportedMs = -1;
  private String cause = "";

  /**
   * @param engine its hosts, for people
   */
  EngineWatch(String engine) {
    this.engine = engine;
  }

  /** Any reply to any request. */
  void seen(Reply reply, long nowMs) {
    String failure = failure(reply);
    if (failure == null) {
      failingSinceMs = -1;
      return;
    }
    failingSinceMs = failingSinceMs < 0 ? nowMs : failingSinceMs;
    cause = failure;
  }

  private static String failure(Reply reply) {
    if (reply instanceof Lost lost) {
      return lost.reason();
    }
    Answered answered = (Answered) reply;
    return switch (answered.status()) {
      case 401, 500, 502, 503, 504 -> {
        EngineError error = EngineError.ofRequest(answered.body());
        yield "status " + answered.status() + ", " + error.type() + " " + error.reason();
      }
      default -> null;
    };
  }

  /** For how long the engine has answered nothing, in ms; 0 while it answers. */
  long awayMs(long nowMs) {
    long away = failingSinceMs < 0 ? 0 : nowMs - failingSinceMs;
    return away < OUTAGE_MS ? 0 : away;
  }

  /** The outage as an alert for the controller; null for none. */
  String alert(long nowMs) {
    return awayMs(nowMs) > 0 ? "engine-away" : null;
  }

  /**
   * What people have to be told now.
   *
   * @param rows that are held
   */
  Optional<String> line(int rows, long nowMs) {
    if (awayMs(nowMs) == 0) {
      if (failingSinceMs < 0 && reportedMs >= 0) {
        reportedMs = -1;
        return Optional.of("the search engine at " + engine + " answers again");
      }
      return Optional.empty();
    }
    if (reportedMs >= 0 && nowMs - reportedMs < REPEAT_MS) {
      return Optional.empty();
    }
    reportedMs = nowMs;
    return Optional.of(
        ("the search engine at %s has answered nothing since %s: %s; %,d rows are held, storage"
                + " goes on")
            .formatted(engine, Instant.ofEpochMilli(failingSinceMs), cause, rows));
  }
}
