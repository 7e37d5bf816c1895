package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.InFlight;
import io.spillway.plan.Written;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what another job has begun: makes those data files visible that a step of it may still be on
 * its way for. Whoever numbers files behind them needs no fear of that step then, since it finds
 * its file there, with the same bytes. They are found in the plan, which stands in the bucket.
 */
final class BegunFiles implements InFlight.Seen {
  private static final Logger LOG = LoggerFactory.getLogger(BegunFiles.class);

  private final BucketFiles bucket;
  private final Layout layout;
  private final OwnerFile own;
  private final String attempt = UUID.randomUUID().toString();

  /** Null until it has been looked for. */
  private Optional<CommitPlan> plan;

  BegunFiles(BucketFiles bucket, Layout layout, OwnerFile own) {
    this.bucket = bucket;
    this.layout = layout;
    this.own = own;
  }

  /**
   * Takes the steps. Doing so again, or at the same time as others, changes nothing.
   *
   * @param which directories and dispatchers
   * @param before what has to hold directly before a step
   */
  void complete(Predicate<IndexFile> which, DataSteps.Before before) throws IOException {
    if (plan == null) {
      plan = own.begun().filter(this::isHere);
    }
    if (plan.isEmpty()) {
      return;
    }
    for (List<Written.Data> series : InFlight.of(plan.get(), this)) {
      if (which.test(series.get(0).sealed().file().index())) {
        complete(series, before);
      }
    }
  }

  private boolean isHere(CommitPlan begun) {
    String root = begun.origin().root();
    return root.isEmpty() || root.equals(bucket.root());
  }

  private void complete(List<Written.Data> inOrder, DataSteps.Before before) throws IOException {
    for (Written.Data file : inOrder) {
      String path = layout.path(file.sealed().file());
      if (bucket.length(path) >= 0) {
        continue;
      }
      before.require();
      put(file, path);
      if (bucket.length(path) < 0) {
        LOG.warn(
            "file {} of a plan that another job has begun will never be there: what should become"
                + " it is gone",
            bucket.at(path));
        return;
      }
      LOG.info("file {} of a plan that another job has begun is made visible", bucket.at(path));
    }
    bucket.sync(inOrder.get(0).sealed().file().dir());
  }

  private void put(Written.Data file, String path) throws IOException {
    if (file.content() instanceof Written.Inline inline) {
      bucket.replace(path, inline.bytes(), attempt);
    } else if (file.content() instanceof Written.Uploaded uploaded) {
      RecoverableWriter writer = bucket.fileSystem().createRecoverableWriter();
      RecoverableFsDataOutputStream.Committer commit =
          writer.recoverForCommit(
              SimpleVersionedSerialization.readVersionAndDeSerialize(
                  writer.getCommitRecoverableSerializer(), uploaded.commit()));
      try {
        commit.commitAfterRecovery();
      } catch (FileNotFoundException | NoSuchFileException e) {
        LOG.debug("{} has nothing to become", path, e);
      }
    } else {
      throw new IllegalArgumentException("unknown: " + file.content());
    }
  }

  @Override
  public boolean hasSchema(TableId table, long version) throws IOException {
    return bucket.schemaVersions(table).contains(version);
  }

  @Override
  public boolean isIndexed(DataFile file) throws IOException {
    return bucket.indexed(file.dir(), file.dispatcher()) >= file.number();
  }
}
