package io.spillway.layout;

import io.spillway.event.TableId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The next file number in each directory of one dispatcher. Numbers come from state; the first use
 * of a directory since a start is checked against the bucket, so that no file is ever overwritten:
 * not after a start without state, nor after a restore from an older point.
 */
public final class FileNumbers {
  /** Directories kept anyway: late rows and dates at midnight come back to the last few. */
  private static final int REMEMBERED = 8;

  private static final String FIRST_DAY = "-01-01";

  private final String token;
  private final Map<DataDir, Used> used = new HashMap<>();
  private final List<Directory> justForgotten = new ArrayList<>();
  private List<Long> bucketVersions;
  private boolean baseAnnounced;
  private String lastDate;
  private boolean changed;
  private boolean forgotten;

  /**
   * @param token what tells this dispatcher's files from those of others in the same directory;
   *     empty where it has the directory for itself
   * @param ledger what an earlier run has left in state, or null
   */
  public FileNumbers(String token, Ledger ledger) {
    this.token = token;
    if (ledger == null) {
      lastDate = "";
      return;
    }
    bucketVersions = ledger.bucketVersions();
    baseAnnounced = ledger.baseAnnounced();
    lastDate = ledger.lastDate();
    ledger.directories().forEach(d -> used.put(d.dir(), new Used(d.lastNumber(), d.sealedIn())));
  }

  /** Versions that the bucket had when the table was first met; looked up once. */
  public List<Long> bucketVersions(Bucket bucket, TableId table) throws IOException {
    if (bucketVersions == null) {
      bucketVersions =
          bucket.hasTable(table) ? List.copyOf(bucket.schemaVersions(table)) : List.of();
      changed = true;
    }
    return bucketVersions;
  }

  /** True the first time only: the schema file of the table's first version must be written. */
  public boolean announceBase() {
    if (baseAnnounced) {
      return false;
    }
    baseAnnounced = true;
    changed = true;
    return true;
  }

  /**
   * The date of a file sealed now. A clock that is a little behind puts it beside the last one; but
   * a date beyond tomorrow came from a clock that was wrong, and pins nothing.
   *
   * @param today as it is written now, which may be finer or coarser than it was
   * @param tomorrow in the same form
   */
  public String date(String today, String tomorrow) {
    String last = written(lastDate, today.length());
    boolean follows = today.compareTo(last) > 0 || last.compareTo(tomorrow) > 0;
    String date = follows ? today : last;
    if (!date.equals(lastDate)) {
      lastDate = date;
      changed = true;
    }
    return lastDate;
  }

  /** A date cut to so many characters, or with the first month and day where it has none. */
  private static String written(String date, int length) {
    if (date.length() >= length) {
      return date.substring(0, length);
    }
    return date.isEmpty() ? "" : date + FIRST_DAY.substring(0, length - date.length());
  }

  /**
   * The next file of a directory.
   *
   * @param epoch a number that grows with each checkpoint
   */
  public DataFile next(DataDir dir, long epoch, Bucket bucket) throws IOException {
    Used directory = used.computeIfAbsent(dir, d -> new Used(0, epoch));
    if (!directory.checked) {
      if (forgotten || bucket.hasTable(dir.table())) {
        directory.lastNumber = bucket.lastNumber(dir, token, directory.lastNumber);
      }
      directory.checked = true;
    }
    directory.lastNumber++;
    directory.sealedIn = epoch;
    changed = true;
    return new DataFile(dir, token, directory.lastNumber);
  }

  /**
   * Forgets directories that no file has gone to after {@code epoch}, once there are many. All
   * files sealed up to that epoch must be in the bucket: it is asked when such a directory comes up
   * again.
   */
  public void forgetUntil(long epoch) {
    if (used.size() <= REMEMBERED) {
      return;
    }
    for (Map.Entry<DataDir, Used> directory : List.copyOf(used.entrySet())) {
      Used last = directory.getValue();
      if (last.sealedIn <= epoch) {
        used.remove(directory.getKey());
        justForgotten.add(new Directory(directory.getKey(), last.lastNumber, last.sealedIn));
        forgotten = true;
        changed = true;
      }
    }
  }

  /** What has been forgotten since the last call: state may keep it elsewhere. */
  public List<Directory> takeForgotten() {
    List<Directory> taken = List.copyOf(justForgotten);
    justForgotten.clear();
    return taken;
  }

  /** The last number of a directory that has been forgotten, from state; 0 for none. */
  public interface Forgotten {
    long lastNumber(DataDir dir) throws Exception;
  }

  /**
   * Those of a dispatcher's files that it has not numbered as far as its state knows: they come
   * from a run that had got further than the state.
   */
  public List<DataFile> unknown(List<DataFile> inBucket, Forgotten forgottenDirs) throws Exception {
    List<DataFile> unknown = new ArrayList<>();
    Map<DataDir, Long> known = new HashMap<>();
    for (DataFile file : inBucket) {
      Long last = known.get(file.dir());
      if (last == null) {
        Used directory = used.get(file.dir());
        last =
            directory == null ? forgottenDirs.lastNumber(file.dir()) : (Long) directory.lastNumber;
        known.put(file.dir(), last);
      }
      if (file.number() > last) {
        unknown.add(file);
      }
    }
    return unknown;
  }

  /**
   * Takes a file of the bucket for one of this dispatcher's own: numbers go on behind it.
   *
   * @param epoch a number that grows with each checkpoint
   */
  public void know(DataFile file, long epoch) {
    Used directory = used.computeIfAbsent(file.dir(), d -> new Used(0, epoch));
    directory.lastNumber = Math.max(directory.lastNumber, file.number());
    directory.sealedIn = epoch;
    changed = true;
  }

  /** Whether {@link #ledger()} differs from what was last written. */
  public boolean isChanged() {
    return changed;
  }

  /** What has to survive. */
  public Ledger ledger() {
    changed = false;
    return new Ledger(
        bucketVersions,
        baseAnnounced,
        lastDate,
        used.entrySet().stream()
            .map(e -> new Directory(e.getKey(), e.getValue().lastNumber, e.getValue().sealedIn))
            .toList());
  }

  /**
   * The form in state.
   *
   * @param bucketVersions versions found in the bucket, or null where nobody has looked
   * @param baseAnnounced whether the first version's schema file has been announced
   * @param lastDate the newest date used, or empty
   * @param directories with their last numbers
   */
  public record Ledger(
      List<Long> bucketVersions,
      boolean baseAnnounced,
      String lastDate,
      List<Directory> directories) {}

  /**
   * A directory.
   *
   * @param dir the directory
   * @param lastNumber number of its newest sealed file
   * @param sealedIn epoch of that file
   */
  public record Directory(DataDir dir, long lastNumber, long sealedIn) {}

  private static final class Used {
    private long lastNumber;
    private long sealedIn;
    private boolean checked;

    Used(long lastNumber, long sealedIn) {
      this.lastNumber = lastNumber;
      this.sealedIn = sealedIn;
    }
  }
}
