package io.spillway.spool;

/** The spool's quota is used up and nothing that it holds may be written yet. */
public final class SpoolFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SpoolFullException(String message) {
    super(message);
  }
}
