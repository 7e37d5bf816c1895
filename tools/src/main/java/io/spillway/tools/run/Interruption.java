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

  private final AtomicInteger signal = new AtomicInteger();
  private final Map<Signal, SignalHandler> before = new HashMap<>();

  /** Listens from now on until it is closed. The second signal ends the process at once. */
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
    if (!signal.compareAndSet(0, heard.getNumber())) {
      Runtime.getRuntime().halt(SHELL + heard.getNumber());
    }
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
