package io.spillway.policy;

import io.spillway.log.LogScope;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failures of work that a connector of Flink's does, which knows nothing of the policy: each is
 * named, decided, counted and told once, however often it is thrown on its way out. An end by
 * interruption is none. Belongs to one thread.
 */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  /** Chains of causes may be circles. */
  private static final int DEEPEST = 32;

  private final Map<ErrorKind, Decider> deciders;
  private final EventType type;
  private final String work;
  private Throwable told;

  /**
   * @param work what is being done, for a person: {@code reading the source}
   */
  public Failures(Deciders deciders, EventType type, String work) {
    this.deciders = deciders.all(type);
    this.type = type;
    this.work = work;
  }

  /** As {@link #decide(Throwable, ErrorKind, int)}, of a first failure to read or write. */
  public Action decide(Throwable failure) {
    return decide(failure, ErrorKind.ofIo(failure), 1);
  }

  /**
   * What is to be done.
   *
   * @param failures of this work so far, this one too: 1 or more
   * @return {@link Action#STOP} without asking for one that was told before, and for an
   *     interruption: whoever throws it goes on throwing it
   */
  public Action decide(Throwable failure, ErrorKind kind, int failures) {
    if (contains(failure, told) || isInterruption(failure)) {
      return Action.STOP;
    }
    told = failure;
    Decider decider = deciders.get(kind);
    Action action = decider.decide(failures, FailureTrait.of(failure));
    try (LogScope scope =
        LogScope.of(type.word(), type.domain().word())
            .errorKind(kind.word())
            .policy(action.word(), work)
            .retries(failures)) {
      decider
          .alert(failures)
          .log(LOG, "{} has failed {} times, {}: {}", work, failures, action.word(), text(failure));
    }
    return action;
  }

  /** The wait before another attempt, ms; see {@link Decider#delayMs}. */
  public long delayMs(ErrorKind kind, int failures, double random) {
    return deciders.get(kind).delayMs(failures, random);
  }

  /** The outermost says what was being done and the innermost why it went wrong. */
  public static String text(Throwable failure) {
    Throwable root = failure;
    for (int depth = 0; root.getCause() != null && depth < DEEPEST; depth++) {
      root = root.getCause();
    }
    return root == failure ? failure.toString() : failure + "; because of " + root;
  }

  private static boolean isInterruption(Throwable failure) {
    int depth = 0;
    for (Throwable t = failure; t != null && depth < DEEPEST; t = t.getCause(), depth++) {
      if (t instanceof InterruptedException || t instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return Thread.currentThread().isInterrupted();
  }

  /** Whether a throwable is another one or has it among its causes. */
  public static boolean contains(Throwable failure, Throwable wanted) {
    int depth = 0;
    for (Throwable t = failure; t != null && depth < DEEPEST; t = t.getCause(), depth++) {
      if (t == wanted) {
        return true;
      }
    }
    return false;
  }
}
