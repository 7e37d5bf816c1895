package io.spillway.policy;

import static io.spillway.policy.ErrorKind.*;
import static io.spillway.policy.Policy.UNLIMITED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the failures of this job mean as long as nobody says otherwise. */
public final class JobMatrix {
  /** A node that restarts is away for half a minute. */
  private static final Backoff ENGINE = Backoff.exponential(200, 30_000);

  /** A client tries for a while by itself, and brokers that are back are to be found soon. */
  private static final Backoff BROKERS = Backoff.exponential(1_000, 30_000);

  /** A commit holds the next checkpoint up, so waits stay short. */
  private static final Backoff COMMIT = Backoff.exponential(200, 10_000);

  /** With {@link #COMMIT} about four minutes, longer than a storage usually is away. */
  private static final int COMMIT_ATTEMPTS = 30;

  /** Ten attempts are minutes, longer than a rolling restart; then a person looks. */
  public static final int UNKNOWN_ATTEMPTS = 10;

  /** As often may a connection break on one document while others pass, before it is to blame. */
  private static final int CUT_ATTEMPTS = 5;

  /** Whatever it is, it takes a person to mend it. */
  private static final Backoff FLOOD_WAITS = Backoff.exponential(1_000, 30_000);

  private static final long INDEX_WAIT_MS = 2_000;

  public static final PolicyMatrix DEFAULT = new JobMatrix().build();

  private final List<MatrixRow> rows = new ArrayList<>();

  private JobMatrix() {}

  /**
   * The row for answers of the engine of which nothing is known, for one document.
   *
   * @param attempts how often it is sent; {@link Policy#UNLIMITED} for no end
   * @param stops whether the job fails after that, instead of dead-lettering
   */
  public static MatrixRow unknownAnswers(int attempts, boolean stops) {
    EventType item = EventType.SEARCH_ITEM;
    boolean never = stops || attempts == UNLIMITED;
    return new MatrixRow(
        Selector.event(item.domain().word(), item.word(), UNKNOWN.word()),
        new Policy(
            Policy.retry(ENGINE, attempts),
            never ? DeadLettering.NEVER : DeadLettering.ON_EXHAUSTED,
            stops,
            Alert.ERROR));
  }

  /**
   * What is laxer in a row of {@link #unknownAnswers} than in the built-in one, with its selector;
   * empty where nothing is. Stopping instead of dead-lettering is stricter here: nothing leaves the
   * flow.
   */
  public static Optional<String> laxer(MatrixRow unknownAnswers) {
    Policy policy = unknownAnswers.policy();
    Policy asLetters =
        policy.stops() ? unknownAnswers(policy.attempts().most(), false).policy() : policy;
    return Strictness.laxer(unknownAnswers(UNKNOWN_ATTEMPTS, false).policy(), asLetters)
        .map(why -> "is laxer than the row " + unknownAnswers.selector() + ": " + why);
  }

  /**
   * The row for a transaction of the job's own records that its broker has dropped.
   *
   * @param commit of which records
   * @param goOn whether the job goes on without them
   */
  public static MatrixRow lostTransaction(EventType commit, boolean goOn) {
    return new MatrixRow(
        Selector.event(commit.domain().word(), commit.word(), LOST.word()),
        goOn ? record(Alert.CRITICAL) : stop(Alert.CRITICAL));
  }

  private PolicyMatrix build() {
    rows.add(new MatrixRow(Selector.DEFAULT, stop(Alert.ERROR)));
    rows(EventType.SOURCE_READ, stop(Alert.CRITICAL), LOST);
    // readers wait for their brokers by themselves, and so does what else needs them
    Policy brokers =
        new Policy(Policy.retry(BROKERS, UNLIMITED), DeadLettering.NEVER, true, Alert.WARN);
    for (EventType asking :
        List.of(EventType.SOURCE_DISCOVERY, EventType.CURSOR_REACH, EventType.LETTER_REACH)) {
      rows(asking, brokers, TIMEOUT, CONNECTION, UNAVAILABLE);
    }
    for (ErrorKind kind : List.of(IO, TIMEOUT, CONNECTION, CONFIGURATION)) {
      rows.add(new MatrixRow(Selector.kind(kind.word()), stop(Alert.ERROR)));
    }
    for (ErrorKind kind : List.of(EMPTY, MALFORMED, INVALID, TOO_LARGE)) {
      rows.add(new MatrixRow(Selector.kind(kind.word()), letter(Alert.WARN)));
    }
    rows(EventType.ENCODE_DOCUMENT, letter(Alert.WARN), NO_ID, NO_INDEX, BAD_VALUE);
    // one row that nobody foresaw must not stop all others
    rows(EventType.DECODE_MESSAGE, letter(Alert.ERROR), UNKNOWN);
    rows(EventType.ENCODE_DOCUMENT, letter(Alert.ERROR), UNKNOWN);
    // a clock that is wrong, here or upstream, takes a person to set right
    rows(EventType.DECODE_MESSAGE, letter(Alert.ERROR), AHEAD);
    rows(EventType.SPOOL_ROW, record(Alert.INFO), LATE);
    rows(EventType.SPOOL_ROW, stop(Alert.ERROR), FULL);
    rows(EventType.SPOOL_DDL, record(Alert.WARN), STUCK, INVALID);
    rows(EventType.SPOOL_DDL, stop(Alert.ERROR), CONFLICT);
    storage();
    search();
    rows(EventType.CURSOR_ADVANCE, record(Alert.INFO), NO_FORWARD);
    Policy commit = commit();
    for (EventType log : List.of(EventType.CURSOR_COMMIT, EventType.LETTER_COMMIT)) {
      rows(log, commit, IO, TIMEOUT, CONNECTION, CONFIGURATION, UNAVAILABLE);
      rows.add(lostTransaction(log, false));
    }
    Policy nextTime = retried(Backoff.NONE, UNLIMITED, Alert.WARN);
    rows(EventType.CONTROL_READ, nextTime, IO, TIMEOUT, CONNECTION, CONFIGURATION);
    rows(EventType.CONTROL_SETTINGS, record(Alert.ERROR), MALFORMED, INVALID, STALE);
    rows(EventType.CONTROL_SETTINGS, record(Alert.WARN), ROLLBACK);
    rows(EventType.LETTER_ADMISSION, retried(FLOOD_WAITS, UNLIMITED, Alert.CRITICAL), FLOOD);
    rows(EventType.SYSTEM_ERROR, stop(Alert.ERROR), UNKNOWN);
    rows(EventType.SYSTEM_HEALTH, record(Alert.CRITICAL), UNBALANCED);
    return PolicyMatrix.complete(EventType.vocabulary(), rows);
  }

  private void storage() {
    rows(EventType.STORAGE_COMMIT, commit(), IO, TIMEOUT, CONNECTION, CONFIGURATION);
    rows(EventType.STORAGE_COMMIT, stop(Alert.CRITICAL), CONFLICT, LOST);
  }

  private void search() {
    EventType request = EventType.SEARCH_REQUEST;
    Policy wait = retried(ENGINE, UNLIMITED, Alert.WARN);
    rows(request, wait, REJECTED, UNAVAILABLE, TIMEOUT, CONNECTION, BREAKER);
    rows(request, retried(ENGINE, UNLIMITED, Alert.ERROR), BLOCKED, UNKNOWN);
    // at once and in smaller parts, until one document is left
    rows(request, retried(Backoff.NONE, UNLIMITED, Alert.INFO), TOO_LARGE, INVALID);
    EventType item = EventType.SEARCH_ITEM;
    rows(item, record(Alert.INFO), CONFLICT, GONE);
    rows(item, wait, REJECTED, UNAVAILABLE, BREAKER);
    rows(item, retried(ENGINE, UNLIMITED, Alert.ERROR), BLOCKED);
    rows(item, letter(Alert.ERROR), REFUSED);
    rows(
        item,
        new Policy(
            Policy.retry(ENGINE, CUT_ATTEMPTS), DeadLettering.ON_EXHAUSTED, false, Alert.ERROR),
        CUT);
    rows.add(unknownAnswers(UNKNOWN_ATTEMPTS, false));
    rows(
        EventType.SEARCH_INDEX,
        retried(Backoff.constant(INDEX_WAIT_MS), UNLIMITED, Alert.WARN),
        UNAVAILABLE);
    rows(EventType.SEARCH_INDEX, record(Alert.WARN), REFUSED);
    // one index must not hold up the others, nor a bounded run for ever
    rows(EventType.SEARCH_INDEX, letter(Alert.ERROR), FULL);
  }

  private void rows(EventType type, Policy policy, ErrorKind... kinds) {
    for (ErrorKind kind : kinds) {
      rows.add(
          new MatrixRow(Selector.event(type.domain().word(), type.word(), kind.word()), policy));
    }
  }

  private static Policy commit() {
    return new Policy(Policy.retry(COMMIT, COMMIT_ATTEMPTS), DeadLettering.NEVER, true, Alert.WARN);
  }

  private static Policy stop(Alert alert) {
    return new Policy(Policy.once(), DeadLettering.NEVER, true, alert);
  }

  private static Policy record(Alert alert) {
    return new Policy(Policy.once(), DeadLettering.NEVER, false, alert);
  }

  private static Policy letter(Alert alert) {
    return new Policy(Policy.once(), DeadLettering.ALWAYS, false, alert);
  }

  private static Policy retried(Backoff backoff, int most, Alert alert) {
    return new Policy(Policy.retry(backoff, most), DeadLettering.NEVER, false, alert);
  }
}
