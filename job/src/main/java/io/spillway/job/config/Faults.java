package io.spillway.job.config;

import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong, or out of date, while a file is read, so that all of it can be told. */
final class Faults {
  private final List<PipelineFault> found = new ArrayList<>();
  private final List<String> outdated = new ArrayList<>();

  void add(int line, String path, String given, String message) {
    PipelineFault fault = new PipelineFault(line, path, given, message);
    if (!found.contains(fault)) {
      found.add(fault);
    }
  }

  /** A key has its name of an earlier release. */
  void rename(int line, String path, String name) {
    outdated.add(
        "line %d: %s is called %s now; the old name is still read".formatted(line, path, name));
  }

  /** What is out of date: one sentence a key. */
  List<String> outdated() {
    return List.copyOf(outdated);
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
