package io.spillway.cursor;

import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/** The event log as a job finds it when it begins. */
@FunctionalInterface
public interface EarlierEvents extends Serializable {
  /** No log at all. */
  EarlierEvents NONE = cursor -> Optional.empty();

  /** The newest event of a cursor that is readable; empty where there is none. */
  Optional<CursorEvent> newest(CursorKey cursor) throws IOException;
}
