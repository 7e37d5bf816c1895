package io.spillway.job.config;

import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong while a file is read, so that all of it can be told at once. */
final class Faults {
  private final List<PipelineFault> found = new ArrayList<>();

  void add(int line, String path, String given, String message) {
    PipelineFault fault = new PipelineFault(line, path, given, message);
    if (!found.contains(fault)) {
      found.add(fault);
    }
  }

  /** Says something else of a path, at which this message was added. */
  void replace(String path, String message, String better) {
    found.replaceAll(
        fault ->
            fault.path().equals(path) && fault.message().equals(message)
                ? new PipelineFault(fault.line(), path, fault.given(), better)
                : fault);
  }

  /** Whether nothing is wrong at this path itself. */
  boolean noneAt(String path) {
    return found.stream().noneMatch(fault -> fault.path().equals(path));
  }

  List<PipelineFault> list() {
    return List.copyOf(found);
  }
}
