package io.spillway.tools.start;

import io.spillway.cursor.CursorKey;
import io.spillway.cursor.EarlierEvents;
import io.spillway.cursor.Namespace;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.Operation;
import io.spillway.job.cursor.LogLocation;
import io.spillway.job.start.BucketOwners;
import io.spillway.job.start.Restoration;
import io.spillway.job.start.SavedState;
import io.spillway.layout.Layout;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.FolderListing;
import io.spillway.storage.LastPlan;
import io.spillway.storage.PutBack;
import io.spillway.tools.run.CheckpointPlaces;
import io.spillway.tools.run.Checkpoints;
import io.spillway.tools.run.Checkpoints.Complete;
import io.spillway.tools.start.StartRule.Candidate;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One start of a pipeline: looks at what there is, and notes what was decided. */
public final class PipelineStart {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineStart.class);
  private final PipelineConfig config;
  private final Path own;
  private final Optional<Lineage> lineage;
  private final Map<String, String> inputs;
  private final BucketOwners owners;

  private PipelineStart(
      PipelineConfig config, Path own, Optional<Lineage> lineage, Map<String, String> inputs) {
    this.config = config;
    this.own = own;
    this.lineage = lineage;
    this.inputs = inputs;
    this.owners = new BucketOwners(config);
  }

  /** Looks at checkpoint folder and input. File systems must have been initialized. */
  public static PipelineStart of(PipelineConfig config) throws IOException {
    Path own = CheckpointPlaces.own(config);
    return new PipelineStart(config, own, Lineage.read(own), Inputs.of(config));
  }

  /** Whether the last run came to the end of its input, so that nothing of it waits. */
  public static boolean hasEnded(PipelineConfig config) throws IOException {
    return Lineage.read(CheckpointPlaces.own(config)).flatMap(Lineage::endedAt).isPresent();
  }

  /**
   * What to do. Changes nothing.
   *
   * @param fresh whether delivering again is wanted
   * @param takeOver whether rows that another start has delivered are no reason to refuse
   * @param recover whether the input is trusted to have every row that the bucket has not
   * @param told hears of checkpoints that are passed over
   */
  public Decision decide(boolean fresh, boolean takeOver, boolean recover, Consumer<String> told)
      throws IOException {
    boolean ended = lineage.flatMap(Lineage::endedAt).isPresent();
    List<String> overtaken = new ArrayList<>();
    Optional<Candidate> newest = fresh || ended ? Optional.empty() : newest(told, overtaken);
    // the offsets that a group has committed are those of the state that can't be gone on from
    boolean goesOn =
        overtaken.isEmpty() && (Inputs.goOnByThemselves(config) || (!fresh && isBehindLastRun()));
    return StartRule.decide(
        new StartRule.Situation(
            fresh,
            isStillToTakeOver(),
            goesOn,
            inputs,
            lineage,
            newest,
            recover || Inputs.areFolders(config),
            takeOver ? Optional.empty() : delivered(overtaken)));
  }

  /**
   * Whether the last run has ended and was one of topics: then there may be more in them by now,
   * and what it has left unread because it wasn't resolved.
   */
  public boolean isBehindLastRun() {
    return lineage.flatMap(Lineage::endedAt).isPresent() && Inputs.areBoundedTopics(config);
  }

  /**
   * @param overtaken gets those that can be read and can't be gone on from
   */
  private Optional<Candidate> newest(Consumer<String> told, List<String> overtaken)
      throws IOException {
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
          if (kept && Restoration.isOfOthers(state, config)) {
            return Optional.of("another pipeline has made it");
          }
          Optional<String> why = Overtaken.why(state, config);
          why.ifPresent(text -> overtaken.add(checkpoint.toString()));
          return why;
        };
    Optional<Path> newest =
        new NewestState(check, told).of(found, lineage.map(Lineage::foreign).orElseGet(Set::of));
    return newest.isEmpty() ? Optional.empty() : Optional.of(candidate(newest.get()));
  }

  /**
   * What to do where somebody says which state is gone on from. Changes nothing.
   *
   * @throws IOException where it can't be read from here
   */
  public Decision from(Path state) throws IOException {
    Optional<String> overtaken = Overtaken.why(SavedState.open(state), config);
    return overtaken.isPresent()
        ? new Decision.Refuse(
            ("the pipeline can't go on from %s: %s. Every other state, and none, delivers every row"
                    + " once: without --savepoint the newest checkpoint is taken that can be;"
                    + " where none is left, topics need --recover")
                .formatted(state, overtaken.get()))
        : StartRule.goOn(candidate(state));
  }

  private Candidate candidate(Path checkpoint) throws IOException {
    SavedState state = SavedState.open(checkpoint);
    return new Candidate(checkpoint, Restoration.of(state, config), bucketMissing(state));
  }

  /** For a state that only the cluster can read. */
  public Restoration withoutState() {
    return Restoration.none(config);
  }

  /** How many sources the pipeline has. */
  public int sources() {
    return config.sources().size();
  }

  /** Files that a state takes for delivered are not there: somebody has emptied the bucket. */
  private Optional<String> bucketMissing(SavedState state) throws IOException {
    Committed committed = Committed.of(state);
    if (committed.rows() <= 0 || config.storage().isEmpty()) {
      return Optional.empty();
    }
    Path metadata = new Path(new Path(config.storage().get().path()), Layout.METADATA);
    if (!metadata.getFileSystem().exists(metadata)) {
      return Optional.of(
          "%s says that %d rows have been delivered, but bucket %s has no file metadata: it has"
                  .formatted(state.path(), committed.rows(), metadata.getParent())
              + " been emptied, and what was in it would not be delivered again");
    }
    return PutBack.why(
            committed.next(),
            Layout.parseMetadata(content(metadata)).orElse(Long.MIN_VALUE),
            lastPlan(metadata.getParent()))
        .map(why -> "bucket " + metadata.getParent() + why);
  }

  private static Optional<LastPlan> lastPlan(Path bucket) throws IOException {
    Path file = new Path(bucket, LastPlan.path(""));
    return file.getFileSystem().exists(file) ? LastPlan.parse(content(file)) : Optional.empty();
  }

  private static byte[] content(Path file) throws IOException {
    try (FSDataInputStream in = file.getFileSystem().open(file)) {
      return in.readAllBytes();
    }
  }

  /**
   * What tells that rows have been delivered: files appear only behind a complete checkpoint.
   *
   * @param overtaken states that can't be gone on from, since others have delivered
   */
  private Optional<String> delivered(List<String> overtaken) throws IOException {
    if (!overtaken.isEmpty()) {
      return Optional.of(overtaken.get(0));
    }
    boolean harvests =
        config.sources().stream()
            .anyMatch(source -> source.reading().operation() == Operation.HARVEST);
    if (harvests && config.storage().isPresent()) {
      Path metadata = new Path(new Path(config.storage().get().path()), Layout.METADATA);
      if (metadata.getFileSystem().exists(metadata)) {
        return Optional.of(metadata.toString());
      }
    }
    EarlierEvents log = LogLocation.earlier(config.cursor().events());
    for (SourceConfig source : config.sources()) {
      SourceConfig.Reading reading = source.reading();
      Namespace namespace = new Namespace(reading.operation().name(), reading.namespace());
      Optional<Path> begun = begun(namespace);
      if (begun.isPresent()) {
        return begun.map(Path::toString);
      }
      if (log.newest(CursorKey.global(namespace, CursorKey.STORAGE)).isPresent()) {
        return Optional.of("the log of cursor events");
      }
    }
    return Optional.empty();
  }

  /** The note of a plan: its files may be there although its {@code metadata} never were. */
  private Optional<Path> begun(Namespace namespace) throws IOException {
    if (config.storage().isEmpty()) {
      return Optional.empty();
    }
    Path bucket = new Path(config.storage().get().path());
    Path plan = new Path(bucket, LastPlan.path(namespace.label()));
    return plan.getFileSystem().exists(plan) ? Optional.of(plan) : Optional.empty();
  }

  /** The run of this pipeline that goes on on this machine, in words; empty where there is none. */
  public Optional<String> running() throws IOException {
    return RunLock.holder(own);
  }

  /** Why this pipeline can't write into its bucket, not even on purpose; empty for nothing. */
  public Optional<String> refusalOfFiles() throws IOException {
    return owners.refusalOfFiles();
  }

  /** Why this pipeline has to leave its bucket alone; empty where it has not. */
  public Optional<String> refusal() throws IOException {
    return isStillToTakeOver() ? Optional.empty() : owners.refusal(lineage.map(Lineage::id));
  }

  /**
   * Keeps other runs of this pipeline on this machine away until it is closed.
   *
   * @throws RunLock.HeldException where there is one
   */
  public static RunLock lock(PipelineConfig config) throws IOException, RunLock.HeldException {
    return RunLock.take(CheckpointPlaces.own(config), Instant.now());
  }

  /**
   * Notes that a run goes on from the newest checkpoint that it can, and removes those that are
   * older.
   *
   * @param chosen what was decided
   * @param takeOver whether the bucket may be another's
   * @return for whom the job writes into its bucket
   */
  public BucketClaim resumes(Decision.Resume chosen, boolean takeOver) throws IOException {
    Lineage now = known().running();
    BucketClaim claim = begin(now, takeOver, false);
    var unused = new Superseded(own, now.foreign()).remove(chosen.checkpoint());
    return claim;
  }

  /**
   * Notes that a run goes on from a state that somebody has named. Unless it is the newest, what
   * has been written since does not count: with it there would be two lines of checkpoints, of
   * which the wrong one may have the higher number.
   *
   * @param takeOver whether the bucket may be another's
   * @return for whom the job writes into its bucket
   */
  public BucketClaim resumes(Path named, boolean takeOver) throws IOException {
    Lineage known = known();
    Optional<Path> newest =
        Checkpoints.newestFirst(own).stream()
            .filter(complete -> !known.foreign().contains(complete.job()))
            .map(Complete::folder)
            .findFirst();
    boolean isNewest = newest.filter(path -> path.getPath().equals(named.getPath())).isPresent();
    return begin(isNewest ? known.running() : known.leaving(jobs()).running(), takeOver, false);
  }

  private Lineage known() throws IOException {
    return lineage.isPresent() ? lineage.get() : withKnownId(Lineage.begin(Set.of(), Map.of()));
  }

  /**
   * Notes that a run begins from nothing: the checkpoints that are there belong to the past.
   *
   * @param fresh whether what has been delivered before counts no longer either
   * @param again see {@link Decision.Begin}
   * @return for whom the job writes into its bucket
   */
  public BucketClaim begins(boolean fresh, boolean again) throws IOException {
    Map<String, String> done = fresh ? Map.of() : lineage.map(Lineage::done).orElse(Map.of());
    Lineage begun = Lineage.begin(jobs(), done);
    Lineage now = fresh ? begun : withKnownId(begun);
    BucketClaim claim = begin(now, fresh, fresh);
    note(now);
    return again ? claim.deliveringAgain() : claim;
  }

  private void note(Lineage begun) {
    try {
      owners.note(begun.id(), Instant.now());
    } catch (IOException e) {
      // a client may be kept from writing; the job claims the bucket before its first step
      LOG.debug("lineage {} is not noted in the bucket", begun.id(), e);
    }
  }

  /** What goes on under one name in one bucket is one lineage, also without its checkpoints. */
  private Lineage withKnownId(Lineage begun) throws IOException {
    if (lineage.isPresent()) {
      return begun.as(lineage.get().id());
    }
    return owners.lineage().map(begun::as).orElse(begun);
  }

  /**
   * @param anew whether all is delivered again, for which the bucket has to be taken over first
   */
  private BucketClaim begin(Lineage now, boolean takeOver, boolean anew) throws IOException {
    boolean still = isStillToTakeOver();
    now.replacing(anew || still ? owners.claims() : Optional.empty()).write(own);
    return new BucketClaim(config.pipeline().name(), "", now.id(), takeOver || still);
  }

  /** Whether a start before this one was told to take the bucket over, and ended before it did. */
  private boolean isStillToTakeOver() throws IOException {
    Optional<String> replaces = lineage.flatMap(Lineage::replaces);
    return replaces.isPresent() && replaces.equals(owners.claims());
  }

  /** Notes that the run has come to the end of its input. */
  public void ends(Instant now) throws IOException {
    Lineage.read(own)
        .orElseGet(() -> Lineage.begin(Set.of(), Map.of()))
        .ended(now, inputs)
        .write(own);
    Set<String> foreign = Lineage.read(own).map(Lineage::foreign).orElse(Set.of());
    var unused = new Superseded(own, foreign).removeAll();
  }

  private Set<String> jobs() throws IOException {
    Set<String> jobs = new TreeSet<>();
    for (FileStatus child : FolderListing.of(own.getFileSystem(), own)) {
      if (child.isDir()) {
        jobs.add(child.getPath().getName());
      }
    }
    return jobs;
  }
}
