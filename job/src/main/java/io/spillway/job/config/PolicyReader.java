package io.spillway.job.config;

import io.spillway.policy.PolicyOverride;
import io.spillway.policy.PolicyOverrides;
import io.spillway.policy.Selector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * Reads the overrides of the policy matrix: a list in the pipeline file, or the path of a file with
 * such a list under {@code overrides}.
 */
public final class PolicyReader {
  private static final String KEY = "policy";
  private static final String OVERRIDES = "overrides";

  private PolicyReader() {}

  static List<PolicyOverride> overrides(Section errors) {
    if (errors.isList(KEY)) {
      return rows(errors.sections(KEY), "errors.policy, line ");
    }
    Value value = errors.value(KEY);
    String name = value.text("");
    if (name.isEmpty()) {
      return List.of();
    }
    Path file = value.folder().resolve(name);
    try {
      Faults faults = new Faults();
      List<PolicyOverride> read = read(file, faults);
      faults.list().forEach(fault -> value.fault(problem(file, fault.line(), fault.toString())));
      return faults.list().isEmpty() ? read : List.of();
    } catch (IOException e) {
      value.fault("can't be read: " + e);
      return List.of();
    }
  }

  /**
   * The overrides of a file of their own.
   *
   * @throws InvalidPipelineException with every fault of the file itself
   */
  public static List<PolicyOverride> read(Path file) throws IOException, InvalidPipelineException {
    Faults faults = new Faults();
    List<PolicyOverride> read = read(file, faults);
    if (!faults.list().isEmpty()) {
      throw new InvalidPipelineException(file, faults.list());
    }
    return read;
  }

  /** Every override that may not be applied, as faults of its file. */
  public static InvalidPipelineException refused(Path file, List<PolicyOverrides.Fault> faults) {
    return new InvalidPipelineException(
        file,
        faults.stream()
            .map(fault -> new PipelineFault(fault.override().line(), "", "", fault.toString()))
            .toList());
  }

  static void refuseLaxer(Section errors, List<PolicyOverrides.Fault> faults) {
    for (PolicyOverrides.Fault fault : faults) {
      if (errors.isList(KEY)) {
        errors.faultAt(fault.override().line(), KEY, fault.toString());
      } else {
        errors.fault(KEY, "is refused, " + fault.override().origin() + ": " + fault);
      }
    }
  }

  private static List<PolicyOverride> read(Path file, Faults faults) throws IOException {
    Optional<MappingNode> root = YamlSource.compose(Files.readAllBytes(file), faults);
    if (root.isEmpty()) {
      return List.of();
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    Context context = new Context(folder, Map.of(), faults, path -> {});
    try (Section section = new Section("", root.get(), context)) {
      return rows(section.sections(OVERRIDES), file.getFileName() + ":");
    }
  }

  /**
   * @param origin of them all, before the line
   */
  private static List<PolicyOverride> rows(List<Section> sections, String origin) {
    List<PolicyOverride> rows = new ArrayList<>();
    for (Section section : sections) {
      try (section) {
        List<Selector> selectors = PolicyRowReader.selectors(section);
        PolicyOverride.Change change = PolicyRowReader.change(section);
        for (Selector selector : selectors) {
          rows.add(new PolicyOverride(selector, change, origin + section.line(), section.line()));
        }
      }
    }
    return rows;
  }

  private static String problem(Path file, int line, String message) {
    return "has a fault, " + file.getFileName() + ":" + line + ": " + message;
  }
}
