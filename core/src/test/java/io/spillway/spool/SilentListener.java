package io.spillway.spool;

import io.spillway.event.ControlChange;
import io.spillway.event.DispatcherId;
import io.spillway.event.SchemaChange;
import io.spillway.plan.SealedFile;

/** Nobody listens. */
class SilentListener implements SpoolListener {
  @Override
  public void controlled(ControlChange change, long tookMs) {}

  @Override
  public void full() {}

  @Override
  public void stuck(String sentence) {}

  @Override
  public void late() {}

  @Override
  public void sealed(SealedFile file) {}

  @Override
  public void readBack(DispatcherId dispatcher, int files, long rows) {}

  @Override
  public void notReadBack(DispatcherId dispatcher, int notRead) {}

  @Override
  public void alreadyDelivered(long rows) {}

  @Override
  public void unfit(long rows, String sentence) {
    throw new AssertionError(sentence);
  }

  @Override
  public void drainStarted(SchemaChange ddl) {}

  @Override
  public void drained(SchemaChange ddl, int files, long waitedMs) {}

  @Override
  public void stalled(String sentence) {}

  @Override
  public void warning(String sentence) {}

  @Override
  public void apart(String sentence) {
    throw new AssertionError(sentence);
  }

  @Override
  public void unmatched(String sentence) {}

  @Override
  public void copy(CopyReason reason) {}

  @Override
  public void contradiction(String sentence) {
    throw new AssertionError(sentence);
  }

  @Override
  public void equalRows() {}
}
