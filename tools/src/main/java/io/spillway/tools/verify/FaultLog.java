package io.spillway.tools.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts all faults and stray objects, and keeps the first of each kind. */
final class FaultLog {
  /** Enough to see the pattern; a broken bucket may hold a fault a row. */
  static final int KEPT = 20;

  private final Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);
  private final List<Fault> kept = new ArrayList<>();
  private final List<String> strays = new ArrayList<>();
  private long strayCount;

  void add(FaultKind kind, String path, String detail) {
    if (counts.merge(kind, 1L, Long::sum) <= KEPT) {
      kept.add(new Fault(kind, path, detail));
    }
  }

  void stray(String path) {
    if (++strayCount <= KEPT) {
      strays.add(path);
    }
  }

  List<Fault> kept() {
    return List.copyOf(kept);
  }

  Map<FaultKind, Long> counts() {
    return new EnumMap<>(counts);
  }

  List<String> strays() {
    return List.copyOf(strays);
  }

  long strayCount() {
    return strayCount;
  }
}
