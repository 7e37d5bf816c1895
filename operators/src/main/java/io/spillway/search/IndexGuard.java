package io.spillway.search;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.EngineError;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Makes sure before the first document that an index remembers deletes long enough. The engine
 * forgets the version of a deleted document after {@code index.gc_deletes} (60 s by default), and
 * then an older replay brings it back. An index that doesn't exist is created with a long time; one
 * that exists is only looked at, its settings are its owner's.
 */
final class IndexGuard {
  private static final long RETRY_MS = 2_000;
  private final BulkTransport transport;
  private final NewIndices wanted;
  private final LongSupplier clock;
  private final BiConsumer<String, String> whenDone;
  private final List<Again> again = new ArrayList<>();

  private record Again(String index, long dueMs) {}

  /**
   * @param whenDone gets the index and a warning, or null for none
   */
  IndexGuard(
      BulkTransport transport,
      NewIndices wanted,
      LongSupplier clock,
      BiConsumer<String, String> whenDone) {
    this.transport = transport;
    this.wanted = wanted;
    this.clock = clock;
    this.whenDone = whenDone;
  }

  void check(String index) {
    Map<String, String> query = Map.of("include_defaults", "true", "flat_settings", "true");
    Call call = new Call("GET", path(index) + "/_settings/index.gc_deletes", query, null, null);
    transport.send(call, reply -> checked(index, reply));
  }

  /** Asks again for what could not be answered. */
  void tick() {
    long now = clock.getAsLong();
    for (int i = again.size() - 1; i >= 0; i--) {
      if (again.get(i).dueMs() <= now) {
        check(again.remove(i).index());
      }
    }
  }

  private void checked(String index, Reply reply) {
    int status = reply instanceof Answered answered ? answered.status() : 503;
    if (status == 404) {
      create(index);
    } else if (isPassing(status)) {
      again.add(new Again(index, clock.getAsLong() + RETRY_MS));
    } else if (status != 200) {
      whenDone.accept(index, "its settings can't be read, status " + status);
    } else {
      whenDone.accept(
          index, DeleteRetention.warning(((Answered) reply).body(), wanted.deleteRetentionMs()));
    }
  }

  private void create(String index) {
    byte[] body = IndexBody.of(wanted);
    Call call = new Call("PUT", path(index), Map.of(), body, "application/json");
    transport.send(call, reply -> created(index, reply));
  }

  private void created(String index, Reply reply) {
    int status = reply instanceof Answered answered ? answered.status() : 503;
    if (isPassing(status)) {
      again.add(new Again(index, clock.getAsLong() + RETRY_MS));
    } else if (status == 400 && has(reply, "resource_already_exists_exception")) {
      check(index);
    } else {
      // whatever refuses the index refuses its documents too, and there each failure is accounted
      whenDone.accept(
          index, status < 300 ? null : "it can't be created, status " + status + reason(reply));
    }
  }

  private static String path(String index) {
    return "/" + URLEncoder.encode(index, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static boolean isPassing(int status) {
    return status == 401 || status == 408 || status == 429 || status >= 500;
  }

  private static String reason(Reply reply) {
    EngineError error = EngineError.ofRequest(((Answered) reply).body());
    return ": " + error.type() + ", " + error.reason();
  }

  private static boolean has(Reply reply, String type) {
    return new String(((Answered) reply).body(), StandardCharsets.UTF_8).contains(type);
  }
}
