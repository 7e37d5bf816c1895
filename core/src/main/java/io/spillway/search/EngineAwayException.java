package io.spillway.search;

/** The input has ended, and the engine was waited for as long as was agreed. */
public final class EngineAwayException extends RuntimeException {
  private static final long serialVersionUID = 1;

  EngineAwayException(String message) {
    super(message);
  }
}
