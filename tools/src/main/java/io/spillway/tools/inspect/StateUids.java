package io.spillway.tools.inspect;

import java.util.List;

/** Uids as they stand in savepoints, those inside of sinks too. */
public final class StateUids {
  public static final String SPOOL = "spool";
  public static final String PLANNER = "storage: planner";
  public static final String COMMITTER = "Sink Committer: storage";

  /** Operators that hold cursors. */
  public static final List<String> CURSORS = List.of("storage: cursor", "search-cursor");

  private StateUids() {}

  /** Of the source with this index. */
  public static String source(int index) {
    return "source-" + index;
  }
}
