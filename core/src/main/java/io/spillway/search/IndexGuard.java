package io.spillway.search;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.FailureTrait;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.bulk.EngineError;
import io.spillway.search.document.FieldType;
import io.spillway.search.document.Fields;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Makes sure before the first document that an index remembers deletes long enough, and before each
 * new field that it is mapped by its column's type. The engine forgets the version of a deleted
 * document after {@code index.gc_deletes} (60 s by default), and then an older replay brings it
 * back; and it guesses a field's type by its first value, which the next ones may not have. An
 * index that doesn't exist is created; one that somebody else has made is only looked at.
 */
final class IndexGuard {
  private final BulkTransport transport;
  private final NewIndices wanted;
  private final LongSupplier clock;
  private final Decider unavailable;
  private final Decider refused;
  private final Decider waits;
  private final Listener listener;
  private final IndexMapping mapping = new IndexMapping();
  private final Map<String, IndexFields> fields = new HashMap<>();
  private final List<Again> again = new ArrayList<>();

  private record Again(String index, int failures, long dueMs) {}

  /** Gets to know what has come of an index. */
  interface Listener {
    /**
     * Documents may go there.
     *
     * @param warning what is wrong with its settings, or null for nothing
     */
    void available(String index, String warning);

    /** It isn't there and can't be created; that is tried again. */
    void unavailable(String index, Failure failure);

    /**
     * The engine could not answer a question about an index: it is too busy or away.
     *
     * @param status of HTTP; 503 stands for no answer
     * @param latencyMs until that was known
     */
    void failed(int status, long latencyMs);
  }

  IndexGuard(
      BulkTransport transport,
      NewIndices wanted,
      LongSupplier clock,
      SearchDeciders policy,
      Listener listener) {
    this.unavailable = policy.index(ErrorKind.UNAVAILABLE);
    this.refused = policy.index(ErrorKind.REFUSED);
    this.transport = transport;
    this.wanted = wanted;
    this.clock = clock;
    this.listener = listener;
    this.waits = policy.flood();
  }

  /** A first document is to go to this index. */
  IndexFields check(String index, Fields first) {
    IndexFields of = new IndexFields(wanted.typed());
    var unused = of.covers(first);
    fields.put(index, of);
    check(index, 1);
    return of;
  }

  /** Fields of an index that was available are missing. */
  void map(String index) {
    map(index, 1);
  }

  /**
   * @param attempt 1 or more
   */
  private void check(String index, int attempt) {
    Map<String, String> query = Map.of("include_defaults", "true", "flat_settings", "true");
    Call call = new Call("GET", path(index) + "/_settings/index.gc_deletes", query, null, null);
    send(call, reply -> checked(index, attempt, reply));
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
    int status = status(reply);
    if (status == 404) {
      create(index, attempt);
    } else if (isPassing(status) && isRetried(index, attempt)) {
      return;
    } else if (status != 200) {
      refuse(index, attempt, "its settings can't be read, status " + status);
    } else {
      String warning =
          DeleteRetention.warning(((Answered) reply).body(), wanted.deleteRetentionMs());
      if (fields.get(index).isForeign()) {
        listener.available(index, warning);
      } else {
        readMapping(index, attempt, warning);
      }
    }
  }

  private void readMapping(String index, int attempt, String warning) {
    Call call = new Call("GET", path(index) + "/_mapping", Map.of(), null, null);
    send(
        call,
        reply -> {
          int status = status(reply);
          if (isPassing(status) && isRetried(index, attempt)) {
            return;
          }
          Set<String> known = status == 200 ? IndexMapping.fields(((Answered) reply).body()) : null;
          IndexFields of = fields.get(index);
          if (known == null) {
            of.leave();
          } else {
            of.mapped(known);
          }
          map(index, attempt, warning);
        });
  }

  private void map(String index, int attempt) {
    map(index, attempt, null);
  }

  /**
   * @param warning what is wrong with the index's settings, or null for nothing
   */
  private void map(String index, int attempt, String warning) {
    Map<String, FieldType> missing = fields.get(index).missing();
    if (missing.isEmpty()) {
      listener.available(index, warning);
      return;
    }
    Call call = Call.put(path(index) + "/_mapping", mapping.body(missing));
    send(call, reply -> mapped(index, attempt, missing.keySet(), reply, warning));
  }

  private void mapped(String index, int attempt, Set<String> sent, Reply reply, String warning) {
    int status = status(reply);
    if (isPassing(status) && isRetried(index, attempt)) {
      return;
    }
    if (status < 300) {
      fields.get(index).mapped(sent);
      map(index, attempt, warning);
      return;
    }
    EngineError error =
        reply instanceof Answered answered
            ? EngineError.ofRequest(answered.body())
            : new EngineError("no_answer", "");
    if (mapping.learn(error.reason())) {
      map(index, attempt, warning);
    } else if (status == 403 && !"cluster_block_exception".equals(error.type())) {
      fields.get(index).leave();
      refuse(index, attempt, "fields can't be mapped, and the engine guesses: " + error.reason());
    } else if (attempt == 1) {
      // another writer may have mapped some of them in the meantime
      readMapping(index, attempt + 1, warning);
    } else if (reply instanceof Answered answered) {
      unavailable(index, attempt, answered, "fields can't be mapped: ");
    } else {
      refuse(index, attempt, "fields can't be mapped, and the engine guesses");
    }
  }

  private void create(String index, int attempt) {
    IndexFields of = fields.get(index);
    byte[] body = IndexBody.of(wanted, of.table(), of.weight());
    send(Call.put(path(index), body), reply -> created(index, attempt, reply));
  }

  private void created(String index, int attempt, Reply reply) {
    int status = status(reply);
    if (isPassing(status) && isRetried(index, attempt)) {
      return;
    }
    if (status == 400 && has(reply, "resource_already_exists_exception")) {
      check(index, attempt);
    } else if (status < 300 && fields.get(index).isForeign()) {
      listener.available(index, null);
    } else if (status < 300) {
      // a template of the engine may have mapped some fields
      readMapping(index, attempt, null);
    } else {
      unavailable(index, attempt, ((Answered) reply), "the index can't be created: ");
    }
  }

  private boolean isRetried(String index, int failures) {
    if (unavailable.decide(failures, FailureTrait.DEPENDENCY) != Action.RETRY) {
      return false;
    }
    double chance = ThreadLocalRandom.current().nextDouble();
    again.add(
        new Again(index, failures, clock.getAsLong() + unavailable.delayMs(failures, chance)));
    return true;
  }

  private void refuse(String index, int failures, String warning) {
    if (refused.decide(failures, FailureTrait.CONFIGURATION) == Action.STOP) {
      throw new IllegalStateException(
          "index " + index + ": " + warning + ", and the policy is to fail");
    }
    listener.available(index, warning);
  }

  /**
   * Its documents don't go before it is there: the engine would create it by itself, without the
   * settings that were asked for.
   */
  private void unavailable(String index, int failures, Answered answer, String what) {
    EngineError error = EngineError.ofRequest(answer.body());
    String reason = what + error.reason();
    if (refused.decide(failures, FailureTrait.CONFIGURATION) == Action.STOP) {
      throw new IllegalStateException(
          "index " + index + ": " + reason + ", and the policy is to fail");
    }
    listener.unavailable(index, new Failure(answer.status(), error.type(), reason));
    double chance = ThreadLocalRandom.current().nextDouble();
    again.add(new Again(index, failures, clock.getAsLong() + waits.delayMs(failures, chance)));
  }

  private void send(Call call, Consumer<Reply> whenDone) {
    long sentMs = clock.getAsLong();
    transport.send(
        call,
        reply -> {
          int status = status(reply);
          if (isPassing(status) && status != 401) {
            listener.failed(status, clock.getAsLong() - sentMs);
          }
          whenDone.accept(reply);
        });
  }

  private static int status(Reply reply) {
    return reply instanceof Answered answered ? answered.status() : 503;
  }

  private static String path(String index) {
    return "/" + URLEncoder.encode(index, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static boolean isPassing(int status) {
    return status == 401 || status == 408 || status == 429 || status >= 500;
  }

  private static boolean has(Reply reply, String type) {
    return reply instanceof Answered answered
        && new String(answered.body(), StandardCharsets.UTF_8).contains(type);
  }
}
