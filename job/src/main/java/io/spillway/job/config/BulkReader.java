package io.spillway.job.config;

import io.spillway.job.config.BulkConfig.Guardrails;
import io.spillway.job.config.BulkConfig.LatencyLimits;
import io.spillway.job.config.BulkConfig.RateLimits;

/** Reads section {@code elasticsearch.bulk}. */
final class BulkReader {
  /** No engine takes a larger body without being told to; its own limit is 100 MB by default. */
  private static final String MOST_BYTES = "1 gb";

  private BulkReader() {}

  static BulkConfig read(Section section) {
    try (section) {
      BulkConfig bulk =
          new BulkConfig(
              section.value("min-bytes").size("64 kb", "1 kb", MOST_BYTES),
              section.value("max-bytes").size("8 mb", "1 kb", MOST_BYTES),
              section.value("initial-bytes").size("512 kb", "1 kb", MOST_BYTES),
              section.value("min-interval").duration("50 ms", "1 ms", ""),
              section.value("max-interval").duration("5 s", "1 ms", ""),
              section.value("max-concurrency").integer(8, 1, 256),
              section.value("request-timeout").duration("30 s", "1 ms", "1 d"),
              section.value("buffer").size("64 mb", "1 kb", ""),
              section.value("cooldown").duration("30 s", "10 ms", ""),
              guardrails(section.section("guardrails")));
      check(section, bulk);
      return bulk;
    }
  }

  private static void check(Section section, BulkConfig bulk) {
    inOrder(section, "min-bytes", "initial-bytes", bulk.minBytes() <= bulk.initialBytes());
    inOrder(section, "initial-bytes", "max-bytes", bulk.initialBytes() <= bulk.maxBytes());
    inOrder(section, "max-bytes", "buffer", bulk.maxBytes() <= bulk.buffer());
    inOrder(
        section,
        "min-interval",
        "max-interval",
        bulk.minInterval().compareTo(bulk.maxInterval()) <= 0);
  }

  /** Tells it at the key that is in the file, as the other one may be a default. */
  private static void inOrder(Section section, String lower, String upper, boolean holds) {
    if (!holds && section.sound(lower, upper)) {
      String key = section.has(lower) ? lower : upper;
      section.fault(key, "contradicts the other: " + lower + " must be at most " + upper);
    }
  }

  private static Guardrails guardrails(Section section) {
    try (section) {
      return new Guardrails(
          rates(section.section("reject-rate"), 0.005, 0.02),
          latencies(section.section("latency-p95")),
          rates(section.section("error-rate"), 0.002, 0.01));
    }
  }

  private static RateLimits rates(Section section, double yellow, double red) {
    try (section) {
      RateLimits limits =
          new RateLimits(section.value("yellow").share(yellow), section.value("red").share(red));
      yellowBelowRed(section, limits.yellow() < limits.red());
      return limits;
    }
  }

  private static LatencyLimits latencies(Section section) {
    try (section) {
      LatencyLimits limits =
          new LatencyLimits(
              section.value("yellow").duration("1 s", "1 ms", ""),
              section.value("red").duration("3 s", "1 ms", ""));
      yellowBelowRed(section, limits.yellow().compareTo(limits.red()) < 0);
      return limits;
    }
  }

  private static void yellowBelowRed(Section section, boolean holds) {
    if (!holds && section.sound("yellow", "red")) {
      String key = section.has("yellow") ? "yellow" : "red";
      section.fault(key, "contradicts the other: yellow must be below red");
    }
  }
}
