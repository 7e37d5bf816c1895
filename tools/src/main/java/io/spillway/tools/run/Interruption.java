package io.spillway.tools.run;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Hears of Ctrl-C and of a request to end. A shutdown hook would come too late: Flink's own hooks
 * take the job's folders away at the same time.
 */
public final class Interruption implements AutoCloseable {
  private static final int SHELL = 128;

  /** One press may come twice: a terminal and a wrapper such as timeout both pass it on. */
  static final long SAME_NANOS = 500_000_000;

  private final AtomicInteger signal = new AtomicInteger();
  private final Map<Signal, SignalHandler> before = new HashMap<>();
  private long firstNanos;

  /**
   * Listens from now on until it is closed. A second signal, half a second later or more, ends the
   * process at once.
   */
  public static Interruption listen() {
    Interruption interruption = new Interruption();
    for (String name : new String[] {"INT", "TERM"}) {
      try {
        Signal each = new Signal(name);
        interruption.before.put(each, Signal.handle(each, interruption::heard));
      } catch (IllegalArgumentException e) {
        // this platform, or another handler in this process, keeps the signal to itself
      }
    }
    return interruption;
  }

  /** One that never comes. */
  static Interruption none() {
    return new Interruption();
  }

  private void heard(Signal heard) {
    if (isAgain(heard.getNumber(), System.nanoTime())) {
      Runtime.getRuntime().halt(SHELL + heard.getNumber());
    }
  }

  /** Takes a signal in; true where somebody has had to ask a second time. */
  synchronized boolean isAgain(int number, long nowNanos) {
    if (signal.get() != 0) {
      return nowNanos - firstNanos >= SAME_NANOS;
    }
    firstNanos = nowNanos;
    signal.set(number);
    return false;
  }

  @Override
  public void close() {
    before.forEach(
        (each, handler) -> {
          var unused = Signal.handle(each, handler);
        });
  }

  boolean isHeard() {
    return signal.get() != 0;
  }

  /** What a shell calls the end by this signal: 130 for Ctrl-C. */
  int exitCode() {
    return SHELL + signal.get();
  }
}
