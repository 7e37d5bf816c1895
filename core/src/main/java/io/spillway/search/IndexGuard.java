package io.spillway.search;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.Fact;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.EngineError;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Makes sure before the first document that an index remembers deletes long enough. The engine
 * forgets the version of a deleted document after {@code index.gc_deletes} (60 s by default), and
 * then an older replay brings it back. An index that doesn't exist is created with a long time; one
 * that exists is only looked at, its settings are its owner's.
 */
final class IndexGuard {
  private final BulkTransport transport;
  private final NewIndices wanted;
  private final LongSupplier clock;
  private final Decider unavailable;
  private final Decider refused;
  private final BiConsumer<String, String> whenDone;
  private final List<Again> again = new ArrayList<>();

  private record Again(String index, int failures, long dueMs) {}

  /**
   * @param whenDone gets the index and a warning, or null for none
   */
  IndexGuard(
      BulkTransport transport,
      NewIndices wanted,
      LongSupplier clock,
      SearchDeciders policy,
      BiConsumer<String, String> whenDone) {
    this.unavailable = policy.index(ErrorKind.UNAVAILABLE);
    this.refused = policy.index(ErrorKind.REFUSED);
    this.transport = transport;
    this.wanted = wanted;
    this.clock = clock;
    this.whenDone = whenDone;
  }

  void check(String index) {
    check(index, 1);
  }

  /**
   * @param attempt 1 or more
   */
  private void check(String index, int attempt) {
    Map<String, String> query = Map.of("include_defaults", "true", "flat_settings", "true");
    Call call = new Call("GET", path(index) + "/_settings/index.gc_deletes", query, null, null);
    transport.send(call, reply -> checked(index, attempt, reply));
  }

  /** Asks again for what could not be answered. */
  void tick() {
    long now = clock.getAsLong();
    for (int i = again.size() - 1; i >= 0; i--) {
      if (again.get(i).dueMs() <= now) {
        Again due = again.remove(i);
        check(due.index(), due.failures() + 1);
      }
    }
  }

  private void checked(String index, int attempt, Reply reply) {
    int status = reply instanceof Answered answered ? answered.status() : 503;
    if (status == 404) {
      create(index, attempt);
    } else if (isPassing(status) && isRetried(index, attempt)) {
      return;
    } else if (status != 200) {
      refuse(index, attempt, "its settings can't be read, status " + status);
    } else {
      whenDone.accept(
          index, DeleteRetention.warning(((Answered) reply).body(), wanted.deleteRetentionMs()));
    }
  }

  private void create(String index, int attempt) {
    byte[] body = IndexBody.of(wanted);
    Call call = new Call("PUT", path(index), Map.of(), body, "application/json");
    transport.send(call, reply -> created(index, attempt, reply));
  }

  private void created(String index, int attempt, Reply reply) {
    int status = reply instanceof Answered answered ? answered.status() : 503;
    if (isPassing(status) && isRetried(index, attempt)) {
      return;
    }
    if (status == 400 && has(reply, "resource_already_exists_exception")) {
      check(index, attempt);
    } else if (status < 300) {
      whenDone.accept(index, null);
    } else {
      // whatever refuses the index refuses its documents too, and there each failure is accounted
      refuse(index, attempt, "it can't be created, status " + status + reason(reply));
    }
  }

  private boolean isRetried(String index, int failures) {
    if (unavailable.decide(failures, Fact.DEPENDENCY) != Action.RETRY) {
      return false;
    }
    double chance = ThreadLocalRandom.current().nextDouble();
    again.add(
        new Again(index, failures, clock.getAsLong() + unavailable.delayMs(failures, chance)));
    return true;
  }

  private void refuse(String index, int failures, String warning) {
    if (refused.decide(failures, Fact.CONFIGURATION) == Action.STOP) {
      throw new IllegalStateException(
          "index " + index + ": " + warning + ", and the policy is to fail");
    }
    whenDone.accept(index, warning);
  }

  private static String path(String index) {
    return "/" + URLEncoder.encode(index, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static boolean isPassing(int status) {
    return status == 401 || status == 408 || status == 429 || status >= 500;
  }

  private static String reason(Reply reply) {
    if (!(reply instanceof Answered answered)) {
      return "";
    }
    EngineError error = EngineError.ofRequest(answered.body());
    return ": " + error.type() + ", " + error.reason();
  }

  private static boolean has(Reply reply, String type) {
    return reply instanceof Answered answered
        && new String(answered.body(), StandardCharsets.UTF_8).contains(type);
  }
}
