package io.spillway.job.config;

import io.spillway.job.config.PipelineConfig.DispatcherBy;
import io.spillway.job.config.SourceConfig.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/** Reads a pipeline file. The keys of a section stand in its reader. */
public final class PipelineLoader {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineLoader.class);

  private PipelineLoader() {}

  /**
   * Reads and checks a file. Bare paths in it are resolved against its folder.
   *
   * @param env where {@code ${NAME}} is looked up
   * @throws InvalidPipelineException with every fault of the file
   * @throws IOException when the file cannot be read
   */
  public static PipelineConfig load(Path file, Map<String, String> env)
      throws IOException, InvalidPipelineException {
    return load(file, env, path -> {});
  }

  static PipelineConfig load(Path file, Map<String, String> env, Consumer<String> asked)
      throws IOException, InvalidPipelineException {
    Faults faults = new Faults();
    Path folder = file.toAbsolutePath().normalize().getParent();
    Context context = new Context(folder, env, true, faults, asked);
    Optional<MappingNode> root = YamlSource.compose(Files.readAllBytes(file), faults);
    Optional<PipelineConfig> config = root.map(node -> read(new Section("", node, context)));
    if (config.isEmpty() || !faults.list().isEmpty()) {
      throw new InvalidPipelineException(file, faults.list());
    }
    faults.outdated().forEach(line -> LOG.warn("{}, {}", file, line));
    return config.get();
  }

  private static PipelineConfig read(Section root) {
    try (root) {
      PipelineSection pipeline = PipelineReader.read(root.section("pipeline"));
      List<SourceConfig> sources = sources(root, pipeline.name());
      SpoolConfig spool = StorageReader.spool(root.section("spool"));
      Optional<StorageConfig> storage =
          optional(root, "storage").map(section -> StorageReader.storage(section, spool, sources));
      RecordsReader records = new RecordsReader(storage, sources);
      PipelineConfig config =
          new PipelineConfig(
              pipeline,
              sources,
              TablesReader.read(root, spool),
              root.value("dispatcher-by").choice(DispatcherBy.TABLE),
              spool,
              storage,
              optional(root, "elasticsearch").map(ElasticsearchReader::read),
              records.cursor(root.section("cursor")),
              records.errors(root.section("errors")),
              optional(root, "control").map(records::control));
      if (config.storage().isEmpty() && config.elasticsearch().isEmpty()) {
        root.fault("storage", "is required, or elasticsearch: without both there is no output");
      }
      config.storage().ifPresent(bucket -> refuseOverlap(root, config, bucket));
      PolicyReader.refuseLaxer(root.section("errors"), config.overriddenPolicy().faults());
      return config;
    }
  }

  private static void refuseOverlap(Section root, PipelineConfig config, StorageConfig storage) {
    Section section = root.section("storage");
    if (section.sound("path")) {
      PlaceOverlap.of(storage.path(), config.pipeline().checkpointDir(), config.sources())
          .ifPresent(other -> section.fault("path", "is, holds or lies in " + other));
    }
  }

  private static Optional<Section> optional(Section root, String key) {
    Section section = root.section(key);
    return root.has(key) ? Optional.of(section) : Optional.empty();
  }

  private static List<SourceConfig> sources(Section root, String pipelineName) {
    if (!root.has("sources")) {
      root.fault("sources", "is required: a list of one or more sources");
    }
    List<SourceConfig> sources = new ArrayList<>();
    for (Section section : root.sections("sources")) {
      Optional<SourceConfig> read = SourceReader.read(section, pipelineName);
      read.ifPresent(source -> refuseOverlap(section, source, sources));
      read.ifPresent(source -> requireLeader(section, source, sources));
      read.ifPresent(sources::add);
    }
    return sources;
  }

  /** HARVEST knows the structures; two that both guess them would write over each other. */
  private static void requireLeader(
      Section section, SourceConfig source, List<SourceConfig> others) {
    boolean led =
        Stream.concat(others.stream(), Stream.of(source))
            .anyMatch(other -> other.reading().operation() == Operation.HARVEST);
    boolean alone =
        others.stream()
            .allMatch(
                other ->
                    other.reading().operation() == source.reading().operation()
                        && other.reading().namespace().equals(source.reading().namespace()));
    if (!led && !alone && section.sound("operation", "namespace")) {
      section.fault(
          "namespace",
          "is another than an earlier source's: that needs HARVEST as the first source");
    }
  }

  private static void refuseOverlap(
      Section section, SourceConfig source, List<SourceConfig> others) {
    String key = section.has("path") ? "path" : section.has("topics") ? "topics" : "topic-pattern";
    if (!section.sound("path", KafkaReader.BOOTSTRAP_SERVERS, "topics", "topic-pattern")) {
      return;
    }
    for (SourceConfig other : others) {
      SourceOverlap.of(other, source)
          .ifPresent(
              shared ->
                  section.fault(
                      key, shared + " is read by an earlier source too; rows would be read twice"));
    }
  }
}
