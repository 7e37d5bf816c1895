package io.spillway.decode;

import io.spillway.event.Poison;
import io.spillway.event.TraceId;
import io.spillway.log.LogScope;
import io.spillway.policy.Action;
import io.spillway.policy.Alert;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of messages that can't be decoded: the policy decides, one line a second is logged.
 */
final class PoisonRuling {
  // the name under which operators of clusters have these lines in their filters
  private static final Logger LOG = LoggerFactory.getLogger(DecodeOperator.class);
  private static final long LOG_INTERVAL_MS = 1000;

  private final Map<Poison.Kind, Decider> deciders = new EnumMap<>(Poison.Kind.class);
  private final String source;
  private long lastLogMs;
  private long suppressedLogs;

  /**
   * @param source what is read, as dead letters name it
   */
  PoisonRuling(Deciders all, String source) {
    this.source = source;
    for (Poison.Kind kind : Poison.Kind.values()) {
      deciders.put(kind, all.of(EventType.DECODE_MESSAGE, ErrorKind.valueOf(kind.name())));
    }
  }

  /**
   * The dead letter of a message.
   *
   * @throws IllegalStateException where the policy says that the job fails
   */
  DeadLetter letter(Poison bad, long nowMs) {
    Decider decider = deciders.get(bad.kind());
    if (decider.decide(1, FailureTrait.INPUT) != Action.DEAD_LETTER) {
      throw new IllegalStateException(
          "message at " + bad.position() + " can't be decoded: " + bad.reason());
    }
    if (nowMs - lastLogMs >= LOG_INTERVAL_MS) {
      log(bad, decider.alert(1));
      lastLogMs = nowMs;
      suppressedLogs = 0;
    } else {
      suppressedLogs++;
    }
    return DeadLetter.undecodable(bad, source, nowMs);
  }

  private void log(Poison bad, Alert alert) {
    try (LogScope scope =
        LogScope.of("row", "decode")
            .errorKind(bad.kind().name())
            .at(bad.position())
            .trace(TraceId.of(bad.about().headers(), bad.position()))
            .policy("dead-letter", bad.reason())) {
      alert.log(
          LOG,
          "message at {} can't be decoded ({}): {}; it goes to the dead letters{}",
          bad.position(),
          bad.kind(),
          bad.reason(),
          suppressedLogs == 0 ? "" : " (" + suppressedLogs + " more since the last such line)");
    }
  }
}
