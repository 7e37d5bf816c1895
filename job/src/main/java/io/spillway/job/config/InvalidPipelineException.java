package io.spillway.job.config;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A pipeline file that cannot be run. Holds every fault that was found, by line; the message has
 * one line {@code FILE:LINE: fault} for each.
 */
public final class InvalidPipelineException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<PipelineFault> faults;

  public InvalidPipelineException(Path file, List<PipelineFault> faults) {
    super(render(file, sorted(faults)));
    this.faults = sorted(faults);
  }

  public List<PipelineFault> faults() {
    return faults;
  }

  private static List<PipelineFault> sorted(List<PipelineFault> faults) {
    return faults.stream()
        .sorted(Comparator.comparingInt(PipelineFault::line).thenComparing(PipelineFault::path))
        .toList();
  }

  private static String render(Path file, List<PipelineFault> faults) {
    return faults.stream()
        .map(fault -> file + ":" + fault.line() + ": " + fault)
        .collect(Collectors.joining("\n"));
  }
}
