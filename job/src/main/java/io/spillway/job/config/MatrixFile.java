package io.spillway.job.config;

import io.spillway.policy.Alert;
import io.spillway.policy.Backoff;
import io.spillway.policy.DeadLettering;
import io.spillway.policy.MatrixRow;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.Retry;
import io.spillway.policy.Selector;
import io.spillway.policy.Vocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * A whole matrix in a file, with names of its own: {@code vocabulary} has for each domain its event
 * types with {@code kinds} and flags {@code retries} and {@code letters}; {@code default} is a
 * policy; {@code rows} are as those of overrides, and what one doesn't name is as in the default.
 */
public final class MatrixFile {
  /** What the default itself need not name. */
  private static final Policy BASE =
      new Policy(
          new Policy.Attempts(Retry.NO, Backoff.NONE, Policy.UNLIMITED, Map.of()),
          DeadLettering.NEVER,
          false,
          Alert.WARN);

  private final Faults faults = new Faults();

  private MatrixFile() {}

  /**
   * @throws InvalidPipelineException with every fault of the file
   */
  public static PolicyMatrix read(Path file) throws IOException, InvalidPipelineException {
    MatrixFile reading = new MatrixFile();
    Optional<PolicyMatrix> matrix = reading.matrix(file);
    if (matrix.isEmpty() || !reading.faults.list().isEmpty()) {
      throw new InvalidPipelineException(file, reading.faults.list());
    }
    return matrix.get();
  }

  private Optional<PolicyMatrix> matrix(Path file) throws IOException {
    Optional<MappingNode> root = YamlSource.compose(Files.readAllBytes(file), faults);
    if (root.isEmpty()) {
      return Optional.empty();
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    Context context = new Context(folder, Map.of(), faults, path -> {});
    try (Section section = new Section("", root.get(), context)) {
      Vocabulary vocabulary = vocabulary(section.section("vocabulary"));
      List<MatrixRow> rows = rows(section);
      return faults.list().isEmpty() ? build(vocabulary, rows) : Optional.empty();
    }
  }

  private Optional<PolicyMatrix> build(Vocabulary vocabulary, List<MatrixRow> rows) {
    try {
      return Optional.of(PolicyMatrix.of(vocabulary, rows));
    } catch (IllegalArgumentException e) {
      faults.add(1, "rows", "", e.getMessage());
      return Optional.empty();
    }
  }

  private static Vocabulary vocabulary(Section section) {
    Map<String, Map<String, Vocabulary.Event>> domains = new LinkedHashMap<>();
    try (section) {
      for (String domain : section.keys()) {
        Map<String, Vocabulary.Event> events = new LinkedHashMap<>();
        try (Section types = section.section(domain)) {
          for (String type : types.keys()) {
            events.put(type, event(types.section(type)));
          }
        }
        domains.put(domain, events);
      }
    }
    return new Vocabulary(domains);
  }

  private static Vocabulary.Event event(Section section) {
    try (section) {
      return new Vocabulary.Event(
          section.value("retries").flag(true),
          section.value("letters").flag(true),
          new LinkedHashSet<>(section.words("kinds")));
    }
  }

  private static List<MatrixRow> rows(Section section) {
    List<MatrixRow> rows = new ArrayList<>();
    Section byDefault = section.section("default");
    Policy base = BASE;
    try (byDefault) {
      base = PolicyRowReader.policy(byDefault, BASE).orElse(BASE);
      rows.add(new MatrixRow(Selector.DEFAULT, base));
    }
    for (Section row : section.sections("rows")) {
      try (row) {
        List<Selector> selectors = PolicyRowReader.selectors(row);
        Optional<Policy> policy = PolicyRowReader.policy(row, base);
        policy.ifPresent(p -> selectors.forEach(s -> rows.add(new MatrixRow(s, p))));
      }
    }
    return rows;
  }
}
