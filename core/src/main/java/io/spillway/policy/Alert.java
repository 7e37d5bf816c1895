package io.spillway.policy;

import java.util.Locale;
import org.slf4j.Logger;

/** How loudly a decision is told, from quiet to loud. */
public enum Alert {
  INFO,
  WARN,
  ERROR,
  /** Somebody has to act now. */
  CRITICAL;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Writes a line at the level that stands for this one. Limiting how often is the caller's. */
  public void log(Logger log, String message, Object... values) {
    switch (this) {
      case INFO -> log.info(message, values);
      case WARN -> log.warn(message, values);
      case ERROR -> log.error(message, values);
      case CRITICAL -> log.error("critical: " + message, values);
    }
  }
}
