package io.spillway.job.start;

import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.layout.Layout;
import io.spillway.storage.Owner;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Whose a pipeline's bucket is, as its owner files say: one for each namespace, read once. File
 * systems must have been initialized.
 */
public final class BucketOwners {
  private final PipelineConfig config;

  /** By their files; null until they have been read. */
  private Map<Path, Owner> owners;

  public BucketOwners(PipelineConfig config) {
    this.config = config;
  }

  /**
   * Why the pipeline has to leave its bucket alone; empty where it has not.
   *
   * @param lineage see {@link Owner#refuses}
   */
  public Optional<String> refusal(Optional<String> lineage) throws IOException {
    Optional<String> why = refusal(owner -> owner.refuses(config.pipeline().name(), lineage));
    return why.isPresent() || config.storage().isEmpty()
        ? why
        : within(new Path(config.storage().get().path()));
  }

  /** Why nobody may write such files into the bucket, not even on purpose; empty for nothing. */
  public Optional<String> refusalOfFiles() throws IOException {
    return refusal(this::refusalOfFiles);
  }

  private Optional<String> refusal(Function<Owner, Optional<String>> of) throws IOException {
    for (Map.Entry<Path, Owner> file : owners().entrySet()) {
      Optional<String> why = of.apply(file.getValue());
      if (why.isPresent()) {
        return Optional.of("bucket " + file.getKey().getParent().getParent() + ": " + why.get());
      }
    }
    return Optional.empty();
  }

  private Optional<String> refusalOfFiles(Owner owner) {
    return config
        .storage()
        .flatMap(storage -> owner.refusesFiles(storage.rows().extension(), storage.form().text()));
  }

  /**
   * Why nothing may be begun here, since a folder above or in it is a bucket: its readers, or this
   * one's, would find tables that are none of theirs. Looked for before the first delivery only.
   */
  private Optional<String> within(Path bucket) throws IOException {
    if (isBegun(bucket)) {
      return Optional.empty();
    }
    for (Path above = bucket.getParent(); above != null; above = above.getParent()) {
      Optional<Owner> owner = claimed(above);
      if (owner.isPresent()) {
        return Optional.of(
            "%s lies in bucket %s, which belongs to pipeline %s, started last at %s: give this one another storage.path"
                .formatted(bucket, above, owner.get().pipeline(), owner.get().at()));
      }
    }
    return around(bucket);
  }

  /** The same the other way round; a folder where nothing was delivered has few others in it. */
  private static Optional<String> around(Path bucket) {
    FileStatus[] children;
    try {
      children = bucket.getFileSystem().listStatus(bucket);
    } catch (IOException e) {
      // it isn't there, or may not be listed
      return Optional.empty();
    }
    for (FileStatus child : children == null ? new FileStatus[0] : children) {
      Optional<Owner> owner = child.isDir() ? claimed(child.getPath()) : Optional.empty();
      if (owner.isPresent()) {
        return Optional.of(
            "%s holds bucket %s, which belongs to pipeline %s, started last at %s: give this one another storage.path"
                .formatted(
                    bucket, child.getPath().getName(), owner.get().pipeline(), owner.get().at()));
      }
    }
    return Optional.empty();
  }

  private boolean isBegun(Path bucket) throws IOException {
    return !owners().values().stream().allMatch(Owner::isNote)
        || bucket.getFileSystem().exists(new Path(bucket, Layout.METADATA));
  }

  private static Optional<Owner> claimed(Path bucket) {
    try {
      return read(new Path(bucket, Owner.path(""))).filter(owner -> !owner.isNote());
    } catch (IOException e) {
      // the pipeline may have no right to look there, and is kept from nothing then
      return Optional.empty();
    }
  }

  /**
   * Notes the lineage of a start where no committer has claimed the bucket yet. Without that, what
   * a start leaves behind that is killed before its first commit would be another's for the next.
   */
  public void note(String lineage, Instant now) throws IOException {
    String pipeline = config.pipeline().name();
    for (Path file : files()) {
      Optional<byte[]> content = content(file);
      Optional<Owner> note = content.flatMap(Owner::parse).filter(Owner::isNote);
      if (content.isEmpty()
          || note.filter(owner -> !owner.pipeline().equals(pipeline)).isPresent()) {
        file.getFileSystem().mkdirs(file.getParent());
        try (FSDataOutputStream out =
            file.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE)) {
          out.write(Owner.noted(pipeline, lineage, now).bytes());
        }
      }
    }
  }

  /** The lineage that writes into the bucket; empty where none is known. */
  public Optional<String> lineage() throws IOException {
    return owners().values().stream()
        .filter(owner -> !owner.isNote() || owner.pipeline().equals(config.pipeline().name()))
        .map(Owner::lineage)
        .filter(id -> !id.isEmpty())
        .findFirst();
  }

  /** The claims that stand in the bucket, as text that no later claim has; empty for none. */
  public Optional<String> claims() throws IOException {
    String claims =
        owners().values().stream()
            .filter(owner -> !owner.isNote())
            .map(owner -> owner.lineage() + " " + owner.epoch())
            .collect(Collectors.joining(", "));
    return Optional.of(claims).filter(text -> !text.isEmpty());
  }

  private Map<Path, Owner> owners() throws IOException {
    if (owners == null) {
      Map<Path, Owner> found = new LinkedHashMap<>();
      for (Path file : files()) {
        read(file).ifPresent(owner -> found.put(file, owner));
      }
      owners = found;
    }
    return owners;
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
    return content(file).flatMap(Owner::parse);
  }

  private static Optional<byte[]> content(Path file) throws IOException {
    try (FSDataInputStream in = file.getFileSystem().open(file)) {
      return Optional.of(in.readAllBytes());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
