package io.spillway.job.start;

import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.storage.Owner;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/**
 * Whose a pipeline's bucket is, as its owner files say: one for each namespace. File systems must
 * have been initialized.
 */
public final class BucketOwners {
  private final PipelineConfig config;

  public BucketOwners(PipelineConfig config) {
    this.config = config;
  }

  /**
   * Why the pipeline has to leave its bucket alone; empty where it has not.
   *
   * @param lineage see {@link Owner#refuses}
   */
  public Optional<String> refusal(Optional<String> lineage) throws IOException {
    for (Path file : files()) {
      Optional<String> why =
          read(file).flatMap(owner -> owner.refuses(config.pipeline().name(), lineage));
      if (why.isPresent()) {
        return Optional.of("bucket " + file.getParent().getParent() + ": " + why.get());
      }
    }
    return Optional.empty();
  }

  /** The lineage that writes into the bucket; empty where none is known. */
  public Optional<String> lineage() throws IOException {
    for (Path file : files()) {
      Optional<String> known = read(file).map(Owner::lineage).filter(id -> !id.isEmpty());
      if (known.isPresent()) {
        return known;
      }
    }
    return Optional.empty();
  }

  private List<Path> files() {
    if (config.storage().isEmpty()) {
      return List.of();
    }
    Path bucket = new Path(config.storage().get().path());
    return config.sources().stream()
        .map(SourceConfig::reading)
        .map(reading -> new Namespace(reading.operation().name(), reading.namespace()))
        .distinct()
        .map(namespace -> new Path(bucket, Owner.path(namespace.label())))
        .toList();
  }

  private static Optional<Owner> read(Path file) throws IOException {
    try (FSDataInputStream in = file.getFileSystem().open(file)) {
      return Owner.parse(in.readAllBytes());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
