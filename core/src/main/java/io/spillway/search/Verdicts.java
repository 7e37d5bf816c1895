package io.spillway.search;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.BulkAnswer;
import io.spillway.search.bulk.EngineError;
import io.spillway.search.bulk.Outcome;
import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Done;
import io.spillway.search.bulk.Outcome.Kind;
import io.spillway.search.bulk.Outcome.Newer;
import io.spillway.search.bulk.Outcome.Unknown;
import io.spillway.search.bulk.OutcomeClassifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a reply says about each item of its request.
 *
 * @param whole whether it says the same of all, about the request rather than about documents
 * @param items one outcome for each item
 */
record Verdicts(boolean whole, List<Outcome> items) {

  static Verdicts of(Reply reply, int items) {
    if (reply instanceof Lost lost) {
      Kind kind = lost.loss() == Loss.TIMEOUT ? Kind.TIMEOUT : Kind.DISCONNECTED;
      return all(new Congestion(kind, 0, lost.loss().name(), lost.reason()), items);
    }
    Answered answered = (Answered) reply;
    if (answered.status() != 200) {
      EngineError error = EngineError.ofRequest(answered.body());
      return all(
          OutcomeClassifier.ofRequest(answered.status(), error.type(), error.reason(), items),
          items);
    }
    try {
      List<Outcome> outcomes = BulkAnswer.read(answered.body());
      return outcomes.size() == items
          ? new Verdicts(false, outcomes)
          : unreadable(outcomes.size() + " results for " + items + " documents", items);
    } catch (IOException e) {
      return unreadable("not a bulk answer", items);
    }
  }

  /** Gets the versions that the engine holds, by the place of the item. */
  interface Versions {
    void newer(int at, long version);
  }

  /** The same without the engine's versions. */
  Verdicts plain(Versions versions) {
    List<Outcome> plain = null;
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof Newer newer) {
        plain = plain == null ? new ArrayList<>(items) : plain;
        plain.set(i, Done.ALREADY_NEWER);
        versions.newer(i, newer.version());
      }
    }
    return plain == null ? this : new Verdicts(whole, plain);
  }

  Outcome first() {
    return items.get(0);
  }

  private static Verdicts unreadable(String reason, int items) {
    return all(new Unknown(200, "unreadable_answer", reason), items);
  }

  private static Verdicts all(Outcome outcome, int items) {
    return new Verdicts(true, Collections.nCopies(items, outcome));
  }
}
