package io.spillway.spool;

import io.spillway.encode.RowFormat;
import io.spillway.encode.RowIdentity.Digest;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.StorageCommand;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Exact rewind. A job that starts from a state older than the bucket reads rows again that stand in
 * files which that state doesn't know. Those files are read back when their dispatcher is sealed
 * for the first time; a row that stands in one of them is dropped, as often as it stands there.
 * What is left of them is kept in managed state, so that a restore in between changes nothing.
 */
final class DeliveredRows {
  private final Bucket bucket;
  private final SpoolStore store;
  private final SealOutput out;
  private final SpoolListener listener;
  private final DeliveredForm form;

  DeliveredRows(SpoolPorts ports, RowFormat format) {
    this.bucket = ports.bucket();
    this.store = ports.store();
    this.form = DeliveredForm.of(format);
    this.out = ports.out();
    this.listener = ports.listener();
  }

  /**
   * What is known of a dispatcher's delivered rows.
   *
   * @param rewind number of the rewind for which the bucket was last looked at; 0 for none
   * @param untilCommitTs commit timestamp of the newest row found there; {@link Long#MIN_VALUE} for
   *     none
   */
  record Mark(long rewind, long untilCommitTs) {
    static final Mark NONE = new Mark(0, Long.MIN_VALUE);
  }

  /**
   * Reads back what the bucket has of a dispatcher and its state hasn't.
   *
   * @param series what tells the dispatcher's files from those of others
   * @param rewind number of the rewind that is going on
   * @param epoch the checkpoint to which files sealed now belong
   */
  Mark look(Dispatcher dispatcher, String series, long rewind, long epoch) throws Exception {
    // of another job that is paused in the middle of its commit
    bucket.endBegun(dispatcher.id().table(), series);
    List<DataFile> inBucket = bucket.dataFiles(dispatcher.id().table(), series);
    List<DataFile> unknown =
        dispatcher.numbers().unknown(inBucket, dir -> store.forgotten(dispatcher.id(), dir));
    long until = dispatcher.delivered().untilCommitTs();
    long rows = 0;
    Map<DataDir, DataFile> newest = new HashMap<>();
    for (DataFile file : unknown) {
      newest.put(file.dir(), file);
      if (!form.isTellable()) {
        continue;
      }
      try (InputStream in = bucket.open(file);
          DeliveredForm.Content content = form.content(in)) {
        while (content.next()) {
          store.addDelivered(dispatcher.id(), content.digest());
          // a row that doesn't say when it was made may be any
          until = content.commitTs() < 0 ? Long.MAX_VALUE : Math.max(until, content.commitTs());
          rows++;
        }
      } catch (IOException e) {
        throw new IOException("can't read back " + file + ": " + e.getMessage(), e);
      }
    }
    for (DataFile file : newest.values()) {
      dispatcher.numbers().know(file, epoch);
      out.emit(new StorageCommand.Found(file));
    }
    Mark mark = new Mark(rewind, until);
    store.putDelivered(dispatcher.id(), mark);
    if (!form.isTellable() && !unknown.isEmpty()) {
      listener.notReadBack(dispatcher.id(), unknown.size());
    } else if (!unknown.isEmpty()) {
      listener.readBack(dispatcher.id(), unknown.size(), rows);
    }
    return mark;
  }

  /**
   * Where rows go that {@link #take} is asked for next; null where rows stand in files as in the
   * spool.
   */
  void written(EncodedParts records) {
    form.written(records);
  }

  /** Whether a row stands in the bucket already; it then counts as met. */
  boolean take(Dispatcher dispatcher, long commitTs, byte[] bytes, int start, int end)
      throws Exception {
    if (commitTs > dispatcher.delivered().untilCommitTs()) {
      return false;
    }
    List<Digest> records = form.ofSpool(bytes, start, end);
    int last = records.size() - 1;
    if (!store.takeDelivered(dispatcher.id(), records.get(last))) {
      return false;
    }
    for (Digest record : records.subList(0, last)) {
      store.takeDelivered(dispatcher.id(), record);
    }
    return true;
  }
}
