package io.spillway.guarded;

import io.spillway.policy.Action;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.Failures;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Waits until what a log is written to answers, as the matrix says. A producer of Kafka's that gets
 * no answer for a minute can only be thrown away with the job that has it; so it is used when there
 * is somebody to answer it.
 */
final class Reached implements AutoCloseable {
  private final Destination destination;
  private final Failures failures;
  private final GuardedCommitter.Waits waits;
  private final LongSupplier clock;

  /**
   * @param clock ms
   */
  Reached(
      Destination destination,
      Failures failures,
      GuardedCommitter.Waits waits,
      LongSupplier clock) {
    this.destination = destination;
    this.failures = failures;
    this.waits = waits;
    this.clock = clock;
  }

  /** Ms, from anywhere. */
  long now() {
    return clock.getAsLong();
  }

  /**
   * Whether what was written then is too old to be committed now. A part of the time is left for
   * the checkpoint that comes first.
   */
  boolean isTooOld(long writtenMs) {
    return now() - writtenMs > destination.keepsMs() / 5 * 4;
  }

  /**
   * Returns once there was an answer, or a failure that waiting doesn't cure: the writer meets with
   * that itself.
   *
   * @return whether it was waited for
   * @throws IOException where the matrix says that it was waited for long enough
   */
  boolean await() throws IOException, InterruptedException {
    for (int count = 1; ; count++) {
      try {
        destination.ask();
        return count > 1;
      } catch (IOException e) {
        ErrorKind kind = kind(e);
        if (kind == null) {
          return count > 1;
        }
        if (failures.decide(e, kind, count) == Action.STOP) {
          throw e;
        }
        waits.sleep(failures.delayMs(kind, count, ThreadLocalRandom.current().nextDouble()));
      }
    }
  }

  /** Null where it is no matter of time. */
  private static ErrorKind kind(IOException failure) {
    return switch (FailureTrait.of(failure)) {
      case TIMEOUT -> ErrorKind.TIMEOUT;
      case CONNECTION -> ErrorKind.CONNECTION;
      case DEPENDENCY -> ErrorKind.UNAVAILABLE;
      default -> null;
    };
  }

  @Override
  public void close() {
    destination.close();
  }
}
