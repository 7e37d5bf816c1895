package io.spillway.tools.run;

import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/**
 * Hears of Ctrl-C and of a request to end. A shutdown hook would come too late: Flink's own hooks
 * take the job's folders away at the same time.
 */
public final class Interruption {
  private static final int SHELL = 128;

  private final AtomicInteger signal = new AtomicInteger();

  /** Listens from now on. The second signal ends the process at once. */
  public static Interruption listen() {
    Interruption interruption = new Interruption();
    for (String name : new String[] {"INT", "TERM"}) {
      try {
        var unused = Signal.handle(new Signal(name), interruption::heard);
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
    if (!signal.compareAndSet(0, heard.getNumber())) {
      Runtime.getRuntime().halt(SHELL + heard.getNumber());
    }
  }

  boolean isHeard() {
    return signal.get() != 0;
  }

  /** What a shell calls the end by this signal: 130 for Ctrl-C. */
  int exitCode() {
    return SHELL + signal.get();
  }
}
