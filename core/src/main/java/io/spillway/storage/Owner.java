package io.spillway.storage;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who writes into a bucket: content of {@code _spillway/owner.json} there, where readers of the
 * layout do not look. Each backfill or update has one of its own, as it may be a pipeline of its
 * own. Written when an attempt of the committer claims the bucket; before that, a start notes its
 * lineage where there is no such file yet.
 *
 * @param pipeline its name; empty where the file cannot be read
 * @param lineage random id of all runs that went on from each other; empty where it is not known
 * @param epoch raised by every claim
 * @param at when the bucket was claimed, ISO 8601
 * @param by who has claimed it
 * @param superseded ids of the jobs and execution graphs that had it before, the newest last: none
 *     of them may claim it again
 * @param files ending of the data files; a file that doesn't say so is of a release that could
 *     write no other than {@value #FIRST_FILES}
 * @param form how rows stand in them where that can be chosen: the options of CSV or Parquet; else
 *     empty
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Owner(
    String pipeline,
    String lineage,
    long epoch,
    String at,
    CommitterAttempt by,
    List<String> superseded,
    String files,
    String form) {
  static final String FIRST_FILES = ".json";

  /** What stands where the file is there and cannot be read. */
  static final Owner UNREADABLE =
      new Owner("", "", 0, "", CommitterAttempt.NONE, List.of(), "", "");

  private static final int REMEMBERED = 64;
  private static final ObjectMapper JSON = new ObjectMapper();

  public Owner {
    by = by == null ? CommitterAttempt.NONE : by;
    superseded = superseded == null ? List.of() : List.copyOf(superseded);
    files = files == null || files.isEmpty() ? FIRST_FILES : files;
    form = form == null ? "" : form;
  }

  /** Path of the file, relative to the bucket's root. */
  public static String path(String namespaceLabel) {
    return "_spillway/owner" + (namespaceLabel.isEmpty() ? "" : "." + namespaceLabel) + ".json";
  }

  /** Reads a file's content; empty where it is empty, torn or of another form. */
  public static Optional<Owner> parse(byte[] content) {
    try {
      return Optional.ofNullable(JSON.readValue(content, Owner.class))
          .filter(owner -> owner.pipeline() != null && owner.lineage() != null);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public byte[] bytes() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether this is the claim of that attempt. */
  boolean isBy(CommitterAttempt attempt) {
    return by.isSameAs(attempt);
  }

  /**
   * The lineage of a start, in a bucket that no committer has claimed yet. It keeps nobody away: it
   * is there so that the next start is of the same lineage, also without the checkpoints.
   */
  public static Owner noted(String pipeline, String lineage, Instant now) {
    return new Owner(
        pipeline, lineage, 0, now.toString(), CommitterAttempt.NONE, List.of(), "", "");
  }

  /** Whether it is {@link #noted}. */
  @JsonIgnore
  public boolean isNote() {
    return epoch == 0 && !pipeline.isEmpty() && isBy(CommitterAttempt.NONE);
  }

  /** The first claim of a bucket. */
  static Owner first(BucketClaim claim, String lineage, CommitterAttempt by, Instant now) {
    return new Owner(
        claim.pipeline(), lineage, 1, now.toString(), by, List.of(), claim.files(), claim.form());
  }

  /** The claim that follows this one. */
  Owner next(BucketClaim claim, String nextLineage, CommitterAttempt next, Instant now) {
    List<String> before = new ArrayList<>(superseded);
    if (!by.job().equals(next.job())) {
      add(before, by.job());
    } else if (!by.execution().equals(next.execution())) {
      add(before, by.execution());
    }
    before.remove(next.execution());
    int surplus = Math.max(0, before.size() - REMEMBERED);
    return new Owner(
        claim.pipeline(),
        nextLineage,
        epoch + 1,
        now.toString(),
        next,
        before.subList(surplus, before.size()),
        claim.files(),
        claim.form());
  }

  private static void add(List<String> ids, String id) {
    if (!id.isEmpty()) {
      ids.remove(id);
      ids.add(id);
    }
  }

  /**
   * Why files with another ending, or with rows of another form, can't stand beside those that are
   * there; empty where both are the same. Nobody would find the ones behind the others: numbers and
   * index files are of one ending; and a reader reads all files in one way.
   */
  public Optional<String> refusesFiles(String extension, String formHere) {
    if (isNote() || pipeline.isEmpty()) {
      return Optional.empty();
    }
    if (!files.equals(extension)) {
      return Optional.of(
          "its data files end with %s, and those of this pipeline file would with %s: set storage.format and storage.compression back, or give another storage.path"
              .formatted(files, extension));
    }
    return form.equals(formHere)
        ? Optional.empty()
        : Optional.of(
            "its data files were written with other settings of storage.%s, which are %s, and those of this pipeline file are %s: set them back, or give another storage.path"
                .formatted(files.startsWith(".csv") ? "csv" : "parquet", form, formHere));
  }

  /**
   * Why a start has to leave the bucket alone; empty where it has not.
   *
   * @param lineageHere that of the pipeline's checkpoint folder; absent where nothing is noted
   *     there, as behind 0.1.0: then the name decides
   */
  public Optional<String> refuses(String pipelineHere, Optional<String> lineageHere) {
    if (isNote()) {
      return Optional.empty();
    }
    if (!pipeline.isEmpty() && !pipeline.equals(pipelineHere)) {
      return Optional.of(
          "it belongs to pipeline %s, started last at %s: give this one another storage.path"
              .formatted(pipeline, at));
    }
    return lineageHere
        .filter(here -> !lineage.isEmpty() && !here.isEmpty() && !here.equals(lineage))
        .map(
            here ->
                "another start of pipeline %s, with checkpoints elsewhere, writes into it since %s:"
                        .formatted(pipeline, at)
                    + " go on with its pipeline.checkpoint-dir; where that is lost, move the one away"
                    + " that is here now, and start without checkpoints");
  }
}
