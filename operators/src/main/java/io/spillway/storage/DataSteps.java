package io.spillway.storage;

import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import io.spillway.plan.Written;
import io.spillway.policy.ErrorKind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;

/** Makes data files visible that have been written in whole. */
final class DataSteps {
  private final BucketFiles bucket;
  private final Layout layout;
  private final RecoverableWriter files;
  private final Looks looks;
  private final String attempt;
  private final Before before;

  /** What has to hold directly before a step. */
  interface Before {
    void require() throws IOException;
  }

  /**
   * @param attempt part of temporary files' names
   */
  DataSteps(BucketFiles bucket, Layout layout, Looks looks, String attempt, Before before)
      throws IOException {
    this.bucket = bucket;
    this.layout = layout;
    this.files = bucket.fileSystem().createRecoverableWriter();
    this.looks = looks;
    this.attempt = attempt;
    this.before = before;
  }

  /**
   * @param inOrder files of one directory, by number
   * @param root of the bucket that they were made for; empty where that is not known
   * @param recovered whether they may have been made visible before a restore
   */
  void makeVisible(List<Written.Data> inOrder, String root, boolean recovered) throws IOException {
    IndexFile series = inOrder.get(0).sealed().file().index();
    boolean look = looks.isNeeded(series);
    for (Written.Data file : inOrder) {
      String path = layout.path(file.sealed().file());
      long present = look ? bucket.length(path) : -1;
      if (present >= 0) {
        requireOwn(file, path, present);
      } else {
        requireRoot(path, root);
        makeVisible(file, path, recovered);
      }
    }
    looks.own(series);
    // before an index file names them
    bucket.sync(series.dir());
  }

  /** Refuses a plan, before any step of it, in whose place files of another job stand. */
  void requireFree(List<Written.Data> files) throws IOException {
    for (Written.Data file : files) {
      String path = layout.path(file.sealed().file());
      long present = bucket.length(path);
      if (present >= 0) {
        requireOwn(file, path, present);
      }
    }
  }

  private void makeVisible(Written.Data file, String path, boolean recovered) throws IOException {
    if (file.content() instanceof Written.Inline inline) {
      before.require();
      bucket.replace(path, inline.bytes(), attempt);
    } else if (file.content() instanceof Written.Uploaded uploaded) {
      complete(file, path, uploaded, recovered);
    } else {
      throw new IllegalArgumentException("unknown: " + file.content());
    }
  }

  private void complete(
      Written.Data file, String path, Written.Uploaded uploaded, boolean recovered)
      throws IOException {
    RecoverableWriter.CommitRecoverable upload =
        SimpleVersionedSerialization.readVersionAndDeSerialize(
            files.getCommitRecoverableSerializer(), uploaded.commit());
    Optional<Renames> renames = bucket.renames();
    if (renames.isPresent()) {
      before.require();
      bucket.calls().write();
      add(renames.get(), upload, file, path);
      return;
    }
    RecoverableFsDataOutputStream.Committer commit = files.recoverForCommit(upload);
    before.require();
    bucket.calls().write();
    if (!recovered) {
      commit.commit();
      return;
    }
    commitAgain(commit, path);
    // some file systems say nothing when there is nothing left to commit
    if (bucket.length(path) != file.sealed().bytes()) {
      throw lost(path);
    }
  }

  /**
   * Here no file is ever replaced, so that what stands there decides whether it was done before.
   */
  private void add(
      Renames renames, RecoverableWriter.CommitRecoverable upload, Written.Data file, String path)
      throws IOException {
    Renames.Outcome outcome = renames.add(upload, file.sealed().bytes());
    if (outcome == Renames.Outcome.DONE) {
      return;
    }
    long present = bucket.length(path);
    if (present < 0) {
      throw lost(path);
    }
    requireOwn(file, path, present);
  }

  private void requireRoot(String path, String root) throws CommitFault {
    if (!root.isEmpty() && !root.equals(bucket.root())) {
      throw new CommitFault(
          ErrorKind.CONFLICT,
          ("file %s of a plan that is still to be carried out was made for bucket %s. Put"
                  + " storage.path back until that plan is carried out")
              .formatted(bucket.at(path), root));
    }
  }

  private void commitAgain(RecoverableFsDataOutputStream.Committer commit, String path)
      throws IOException {
    try {
      commit.commitAfterRecovery();
    } catch (FileNotFoundException | NoSuchFileException e) {
      CommitFault lost = lost(path);
      lost.initCause(e);
      throw lost;
    }
  }

  private CommitFault lost(String path) {
    return new CommitFault(
        ErrorKind.LOST,
        ("%s is lost: neither it nor what should become it is there. The bucket was emptied, or its"
                + " temporary files were deleted, since the state was taken. Put back what was"
                + " there; or start from an older checkpoint or from none (topics need --recover),"
                + " which delivers what the bucket has not; --fresh delivers all again")
            .formatted(bucket.at(path)));
  }

  /** Done by an earlier attempt whose answer was lost; anything else must not be touched. */
  private void requireOwn(Written.Data file, String path, long present) throws IOException {
    if (present != file.sealed().bytes()) {
      throw new CommitFault(
          ErrorKind.CONFLICT,
          "%s is there already, with %d bytes instead of %d: another job writes to this bucket"
              .formatted(bucket.at(path), present, file.sealed().bytes()));
    }
    // without a checksum, in state of 0.1.0, the length has to do
    if (file.checksum() != Written.Data.NO_CHECKSUM && bucket.checksum(path) != file.checksum()) {
      throw new CommitFault(
          ErrorKind.CONFLICT,
          "%s is there already, with %d other bytes: another job writes to this bucket"
              .formatted(bucket.at(path), present));
    }
  }
}
