package io.spillway.job.start;

import io.spillway.cursor.Namespace;
import java.util.List;
import java.util.OptionalInt;

/** Uids as they stand in savepoints, those inside of sinks too. */
public final class StateUids {
  public static final String SPOOL = "spool";
  public static final String PLANNER = "storage: planner";
  public static final String COMMITTER = "Sink Committer: storage";

  /** Operators that hold cursors. */
  public static final List<String> CURSORS = List.of("storage: cursor", "search-cursor");

  private static final String SOURCE = "source-";

  private StateUids() {}

  /** The same operator of another namespace. */
  public static String of(Namespace namespace, String uid) {
    return namespace.isHarvest() ? uid : namespace.label() + "." + uid;
  }

  /** The committer of a namespace's storage; Flink puts its own words before the sink's uid. */
  public static String committer(Namespace namespace) {
    int name = COMMITTER.lastIndexOf(' ') + 1;
    return COMMITTER.substring(0, name) + of(namespace, COMMITTER.substring(name));
  }

  /** Of the source with this number. */
  public static String source(int number) {
    return SOURCE + number;
  }

  /** Of the operator that decodes what that source reads. */
  public static String decode(int number) {
    return "decode-" + number;
  }

  /** The number in a source's uid; empty for the uid of another operator. */
  static OptionalInt sourceNumber(String uid) {
    String number = uid.startsWith(SOURCE) ? uid.substring(SOURCE.length()) : "";
    return number.matches("\\d{1,9}")
        ? OptionalInt.of(Integer.parseInt(number))
        : OptionalInt.empty();
  }
}
