package io.spillway.tools;

import java.util.List;

/** Commands of a module that is not always there, as the benchmarks in a checkout; a service. */
public interface MoreCommands {
  /** Objects that picocli takes as commands. */
  List<Object> commands();
}
