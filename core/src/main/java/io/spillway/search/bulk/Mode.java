package io.spillway.search.bulk;

/** What the controller is about. */
public enum Mode {
  /** Hardly any work: long flush interval. */
  IDLE,
  /** The sink keeps up. */
  STEADY,
  /** A backlog to work off, and an engine that can take more. */
  CATCH_UP,
  /** The engine suffers: less, later, and if need be nothing but a probe. */
  PROTECT
}
