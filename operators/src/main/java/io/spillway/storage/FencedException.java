package io.spillway.storage;

import java.io.IOException;

/** The bucket is not this attempt's any more, or has never been: it must not be touched. */
final class FencedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean forGood;

  /**
   * @param forGood whether the whole job has to end; false where a later attempt of it goes on
   */
  FencedException(String message, boolean forGood) {
    super(message);
    this.forGood = forGood;
  }

  boolean isForGood() {
    return forGood;
  }
}
