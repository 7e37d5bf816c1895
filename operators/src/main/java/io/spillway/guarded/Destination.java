package io.spillway.guarded;

import java.io.IOException;
import java.io.Serializable;

/** What a log of the job's own is written to. Used by one thread. */
public interface Destination extends Serializable, AutoCloseable {
  /** Files: what is written to them is only known to be there when it is committed. */
  Destination FILES = new Files();

  /**
   * Asks it for an answer, any.
   *
   * @throws IOException where there is none in time, or another failure
   */
  void ask() throws IOException, InterruptedException;

  /** How long it keeps what is written before that is committed, ms. */
  long keepsMs();

  @Override
  void close();

  /** See {@link #FILES}. */
  final class Files implements Destination {
    private static final long serialVersionUID = 1L;

    private Files() {}

    @Override
    public void ask() {}

    @Override
    public long keepsMs() {
      return Long.MAX_VALUE;
    }

    @Override
    public void close() {}
  }
}
