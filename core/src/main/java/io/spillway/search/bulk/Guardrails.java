package io.spillway.search.bulk;

import java.io.Serializable;

/**
 * When the engine counts as hurt, over one observation window.
 *
 * @param rejects share of documents answered 429, 0..1
 * @param latencyMs 95th percentile of a request's time in ms
 * @param errors share of documents met by any other congestion, 0..1
 */
public record Guardrails(Rail rejects, Rail latencyMs, Rail errors) implements Serializable {
  public static final Guardrails DEFAULT =
      new Guardrails(new Rail(0.005, 0.02), new Rail(1_000, 3_000), new Rail(0.002, 0.01));

  /** Fewer requests than this prove nothing; unless nothing comes back at all. */
  static final int MIN_REQUESTS = 3;

  /** From yellow on limits shrink, from red on the job protects the engine. */
  public record Rail(double yellow, double red) implements Serializable {
    public Rail {
      if (!(yellow > 0 && yellow < red)) {
        throw new IllegalArgumentException(
            "a guardrail must be 0 < yellow < red: " + yellow + ", " + red);
      }
    }

    Colour colour(double value) {
      return value > red ? Colour.RED : value > yellow ? Colour.YELLOW : Colour.GREEN;
    }
  }

  enum Colour {
    GREEN,
    YELLOW,
    RED
  }

  /** The worst rail: its colour, and what to say about it. */
  record Alarm(Colour colour, boolean error, String reason) {
    static final Alarm NONE = new Alarm(Colour.GREEN, false, "healthy");
  }

  /** The first red rail, else the first yellow one; errors before rejects before latency. */
  Alarm judge(Health health) {
    boolean proven = health.requests() >= MIN_REQUESTS;
    double errorRate = proven ? health.errorRate() : 0;
    double rejectRate = proven ? health.rejectRate() : 0;
    double latency = Math.max(proven ? health.latencyP95Ms() : 0, health.stalledMs());
    for (Colour wanted : new Colour[] {Colour.RED, Colour.YELLOW}) {
      if (errors.colour(errorRate) == wanted) {
        return alarm(wanted, true, "error-rate", errorRate);
      }
      if (rejects.colour(rejectRate) == wanted) {
        return alarm(wanted, false, "reject-rate", rejectRate);
      }
      if (latencyMs.colour(latency) == wanted) {
        return alarm(wanted, false, "latency-p95", latency);
      }
    }
    return Alarm.NONE;
  }

  private static Alarm alarm(Colour colour, boolean error, String rail, double value) {
    String name = colour.name().toLowerCase(java.util.Locale.ROOT);
    return new Alarm(colour, error, rail + "-" + name + "(" + round(value) + ")");
  }

  private static double round(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }
}
