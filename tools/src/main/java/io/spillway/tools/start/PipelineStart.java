package io.spillway.tools.start;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.EarlierEvents;
import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.Operation;
import io.spillway.job.cursor.LogLocation;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.Owner;
import io.spillway.tools.inspect.SavedState;
import io.spillway.tools.run.CheckpointPlaces;
import io.spillway.tools.run.Checkpoints;
import io.spillway.tools.run.Checkpoints.Complete;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/** One start of a pipeline: looks at what there is, and notes what was decided. */
public final class PipelineStart {
  private final PipelineConfig config;
  private final Path own;
  private final Optional<Lineage> lineage;
  private final Map<String, String> inputs;

  private PipelineStart(
      PipelineConfig config, Path own, Optional<Lineage> lineage, Map<String, String> inputs) {
    this.config = config;
    this.own = own;
    this.lineage = lineage;
    this.inputs = inputs;
  }

  /** Looks at checkpoint folder and input. File systems must have been initialized. */
  public static PipelineStart of(PipelineConfig config) throws IOException {
    Path own = CheckpointPlaces.own(config);
    return new PipelineStart(config, own, Lineage.read(own), Inputs.of(config));
  }

  /**
   * What to do. Changes nothing.
   *
   * @param fresh whether delivering again is wanted
   * @param told hears of checkpoints that are passed over
   */
  public Decision decide(boolean fresh, Consumer<String> told) throws IOException {
    Optional<String> owned = fresh ? Optional.empty() : refusal();
    if (owned.isPresent()) {
      return new Decision.Refuse(owned.get() + ", or take it over with --fresh");
    }
    boolean ended = lineage.flatMap(Lineage::endedAt).isPresent();
    Optional<Path> newest = fresh || ended ? Optional.empty() : newest(told);
    return StartRule.decide(
        new StartRule.Situation(
            fresh,
            Inputs.goOnByThemselves(config) || (!fresh && isBehindLastRun()),
            inputs,
            lineage,
            newest,
            delivered()));
  }

  /**
   * Whether the last run has ended and was one of topics: then there may be more in them by now,
   * and what it has left unread because it wasn't resolved.
   */
  public boolean isBehindLastRun() {
    return lineage.flatMap(Lineage::endedAt).isPresent() && Inputs.areBoundedTopics(config);
  }

  private Optional<Path> newest(Consumer<String> told) throws IOException {
    List<Complete> found = new ArrayList<>(Checkpoints.newestFirst(own));
    Path shared = CheckpointPlaces.shared(config);
    boolean kept = lineage.isEmpty() && !shared.equals(own);
    if (kept) {
      found.addAll(Checkpoints.newestFirst(shared));
    }
    NewestState.Check check =
        checkpoint -> {
          SavedState state = SavedState.open(checkpoint);
          state.requireFiles();
          return !kept || !SourceTrace.isOfOthers(state, config);
        };
    return new NewestState(check, told).of(found, lineage.map(Lineage::foreign).orElseGet(Set::of));
  }

  /** What tells that rows have been delivered: files appear only behind a complete checkpoint. */
  private Optional<String> delivered() throws IOException {
    boolean harvests =
        config.sources().stream()
            .anyMatch(source -> source.reading().operation() == Operation.HARVEST);
    if (harvests && config.storage().isPresent()) {
      Path metadata = new Path(new Path(config.storage().get().path()), "metadata");
      if (metadata.getFileSystem().exists(metadata)) {
        return Optional.of(metadata.toString());
      }
    }
    EarlierEvents log = LogLocation.earlier(config.cursor().events());
    for (SourceConfig source : config.sources()) {
      SourceConfig.Reading reading = source.reading();
      Namespace namespace = new Namespace(reading.operation().name(), reading.namespace());
      if (log.newest(CursorKey.global(namespace, CursorKey.STORAGE)).isPresent()) {
        return Optional.of("the log of cursor events");
      }
    }
    return Optional.empty();
  }

  /** Why this pipeline has to leave its bucket alone; empty where it has not. */
  public Optional<String> refusal() throws IOException {
    for (Path file : ownerFiles()) {
      Optional<String> why =
          owner(file)
              .flatMap(owner -> owner.refuses(config.pipeline().name(), lineage.map(Lineage::id)));
      if (why.isPresent()) {
        return Optional.of("bucket " + file.getParent().getParent() + ": " + why.get());
      }
    }
    return Optional.empty();
  }

  private List<Path> ownerFiles() {
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

  private static Optional<Owner> owner(Path file) throws IOException {
    try (FSDataInputStream in = file.getFileSystem().open(file)) {
      return Owner.parse(in.readAllBytes());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Notes that a run goes on from a checkpoint.
   *
   * @param takeOver whether the bucket may be another's
   * @return for whom the job writes into its bucket
   */
  public BucketClaim resumes(boolean takeOver) throws IOException {
    Lineage known =
        lineage.isPresent()
            ? lineage.get()
            : withKnownId(Lineage.begin(Set.of(), Set.of(), Map.of()));
    return begin(known.running(inputs.keySet()), takeOver);
  }

  /**
   * Notes that a run begins from nothing: the checkpoints that are there belong to the past.
   *
   * @param fresh whether what has been delivered before counts no longer either
   * @return for whom the job writes into its bucket
   */
  public BucketClaim begins(boolean fresh) throws IOException {
    Map<String, String> done = fresh ? Map.of() : lineage.map(Lineage::done).orElse(Map.of());
    Lineage begun = Lineage.begin(jobs(), inputs.keySet(), done);
    return begin(fresh ? begun : withKnownId(begun), fresh);
  }

  /** What goes on under one name in one bucket is one lineage, also without its checkpoints. */
  private Lineage withKnownId(Lineage begun) throws IOException {
    if (lineage.isPresent()) {
      return begun.as(lineage.get().id());
    }
    for (Path file : ownerFiles()) {
      Optional<String> known = owner(file).map(Owner::lineage).filter(id -> !id.isEmpty());
      if (known.isPresent()) {
        return begun.as(known.get());
      }
    }
    return begun;
  }

  private BucketClaim begin(Lineage now, boolean takeOver) throws IOException {
    now.write(own);
    return new BucketClaim(config.pipeline().name(), "", now.id(), takeOver);
  }

  /** Notes that the run has come to the end of its input. */
  public void ends(Instant now) throws IOException {
    Lineage.read(own)
        .orElseGet(() -> Lineage.begin(Set.of(), inputs.keySet(), Map.of()))
        .ended(now, inputs)
        .write(own);
  }

  private Set<String> jobs() throws IOException {
    Set<String> jobs = new TreeSet<>();
    try {
      FileStatus[] children = own.getFileSystem().listStatus(own);
      for (FileStatus child : children == null ? new FileStatus[0] : children) {
        if (child.isDir()) {
          jobs.add(child.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      return Set.of();
    }
    return jobs;
  }
}
