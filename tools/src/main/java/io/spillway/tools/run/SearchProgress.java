package io.spillway.tools.run;

import io.spillway.metrics.MetricNames;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What has become of the documents that came to the search sink: always all of them. */
final class SearchProgress {
  private final ToLongFunction<String> sum;
  private final ToLongFunction<String> max;

  /**
   * @param sum of a metric over all subtasks
   * @param max of a metric over all subtasks, 0 for none
   */
  SearchProgress(ToLongFunction<String> sum, ToLongFunction<String> max) {
    this.sum = sum;
    this.max = max;
  }

  /** As {@code 12 documents: 9 stored, 1 already newer, 2 to the dead letters, 0 held}. */
  String line() {
    // what waits is read first: what is finished meanwhile must not be missing from all of them
    long waiting = sum.applyAsLong(MetricNames.SEARCH_SPOOL_ROWS);
    long came = sum.applyAsLong(MetricNames.SEARCH_DOCUMENTS);
    long stored = outcome("stored");
    long newer = newer();
    long dead = dead();
    String line =
        String.format(
            Locale.ROOT,
            "%,d documents: %,d stored, %,d already newer or gone, %,d to the dead letters, %,d held",
            came + waiting,
            stored,
            newer,
            dead,
            came + waiting - stored - newer - dead);
    long parked = sum.applyAsLong(MetricNames.BULK_ITEMS_HELD);
    long away = max.applyAsLong(MetricNames.SEARCH_ENGINE_AWAY_MS);
    return line
        + (parked == 0 ? "" : String.format(Locale.ROOT, " (%,d refused by their index)", parked))
        + (away == 0 ? "" : ", the engine has answered nothing for " + away / 1000 + " s");
  }

  /** Documents that are neither stored, newer already nor dead. */
  long held() {
    return sum.applyAsLong(MetricNames.SEARCH_SPOOL_ROWS)
        + sum.applyAsLong(MetricNames.SEARCH_DOCUMENTS)
        - outcome("stored")
        - newer()
        - dead();
  }

  private long newer() {
    return outcome("already_newer") + outcome("already_gone") + outcome("known");
  }

  long dead() {
    return outcome("dead");
  }

  long givenUp() {
    return sum.applyAsLong(MetricNames.SEARCH_GIVEN_UP);
  }

  private long outcome(String word) {
    return sum.applyAsLong(MetricNames.BULK_ITEMS + "." + word);
  }
}
