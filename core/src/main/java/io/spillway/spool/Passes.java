package io.spillway.spool;

import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import java.util.ArrayList;
import java.util.List;

/**
 * Notices that rows of a dispatcher may have come before. A partition brings a table's rows in the
 * order of commit timestamp; an upstream that starts again goes back to the last resolved event, so
 * its rows are out of order, or those of a transaction come again. That costs each row a comparison
 * with the one before it, and a look into a set where a transaction has several. Order is kept by
 * partition: between partitions there is none.
 */
final class Passes {
  /** Of rows that have no copies. */
  static final int NONE = 0;

  private static final int PASS_BITS = 16;
  private static final int MOST_PARTITIONS = (1 << PASS_BITS) - 2;
  private static final int UNKNOWN = -1;

  private final List<Track> tracks = new ArrayList<>(1);
  private Track current;
  private long newest = Long.MIN_VALUE;
  private long suspectFrom = Long.MAX_VALUE;
  private long suspectTo = Long.MIN_VALUE;
  private boolean changed;

  /** Where one partition stands. */
  private static final class Track {
    private final long partition;
    private int restarts;
    private int pass;
    private long last;
    private int firstPrint;

    /** Of the transaction's rows, where it has more than one. */
    private Prints prints;

    private Track(long partition, int restarts, int pass) {
      this.partition = partition;
      this.restarts = restarts;
      this.pass = pass;
      this.last = Long.MIN_VALUE;
    }

    private void at(Row row) {
      last = row.commitTs();
      firstPrint = row.print();
      if (prints != null) {
        prints.clear();
      }
    }

    /** Whether the transaction, of which another row comes, has had one like it. */
    private boolean hasHad(Row row) {
      if (prints == null) {
        prints = new Prints();
      }
      if (firstPrint != 0) {
        prints.add(firstPrint);
        firstPrint = 0;
      }
      return !prints.add(row.print());
    }
  }

  /**
   * What survives a restart.
   *
   * @param tracks one a partition, in the order in which they were met
   * @param newest commit timestamp of the newest row
   * @param suspectFrom see {@link Passes#suspectFrom}
   * @param suspectTo see {@link Passes#suspectTo}
   */
  record State(List<TrackState> tracks, long newest, long suspectFrom, long suspectTo) {
    State {
      tracks = List.copyOf(tracks);
    }
  }

  /**
   * @param partition see {@link RowOrigin#partition}
   * @param pass see {@link io.spillway.event.RowPasses}
   * @param last commit timestamp of its last row
   */
  record TrackState(long partition, int pass, long last) {}

  /** Takes note of a row; gives the pass in which it came, see {@code RowPasses}. */
  int note(Row row) {
    long origin = row.origin();
    if (origin == 0) {
      return NONE;
    }
    Track track = current;
    if (track == null || track.partition != RowOrigin.partition(origin)) {
      track = find(origin);
      if (track == null) {
        return NONE;
      }
      current = track;
    }
    changed = true;
    long commitTs = row.commitTs();
    if (commitTs > track.last && track.restarts == RowOrigin.restarts(origin)) {
      track.at(row);
    } else {
      look(track, row);
    }
    newest = Math.max(newest, commitTs);
    return track.pass;
  }

  /** A row of a transaction that is known, or an older one, or the first after a restart. */
  private void look(Track track, Row row) {
    long commitTs = row.commitTs();
    boolean again = commitTs == track.last && track.hasHad(row);
    if (track.restarts != RowOrigin.restarts(row.origin())) {
      track.restarts = RowOrigin.restarts(row.origin());
      again = true;
    }
    if (commitTs < track.last) {
      again = true;
      track.pass = track.pass & -1 << PASS_BITS | track.pass + 1 & (1 << PASS_BITS) - 1;
      track.at(row);
    } else if (commitTs > track.last) {
      track.at(row);
    }
    if (again) {
      suspect(commitTs);
    }
  }

  private void suspect(long commitTs) {
    if (commitTs <= newest) {
      suspectFrom = Math.min(suspectFrom, commitTs);
      suspectTo = Math.max(suspectTo, newest);
    }
  }

  /** The partition's track; null where there are too many to tell apart. */
  private Track find(long origin) {
    long partition = RowOrigin.partition(origin);
    for (Track track : tracks) {
      if (track.partition == partition) {
        return track;
      }
    }
    if (tracks.size() == MOST_PARTITIONS) {
      return null;
    }
    // a partition that is new to the table may bring again what another one has brought
    Track met = new Track(partition, UNKNOWN, tracks.size() + 1 << PASS_BITS);
    tracks.add(met);
    return met;
  }

  /** Whether rows up to {@code bound} may be there twice. */
  boolean isSuspect(long bound) {
    return suspectFrom <= bound;
  }

  boolean isSuspect() {
    return suspectFrom != Long.MAX_VALUE;
  }

  /** Commit timestamp of the oldest row that may be there twice. */
  long suspectFrom() {
    return suspectFrom;
  }

  /** That of the newest. */
  long suspectTo() {
    return suspectTo;
  }

  /** Rows up to {@code bound} are there once, and no copy of them is taken in any more. */
  void cleared(long bound) {
    changed = true;
    if (bound >= suspectTo) {
      suspectFrom = Long.MAX_VALUE;
      suspectTo = Long.MIN_VALUE;
    } else {
      suspectFrom = Math.max(suspectFrom, bound + 1);
    }
  }

  /** What has changed since the last call; null for nothing. */
  State takeChanged() {
    if (!changed) {
      return null;
    }
    changed = false;
    List<TrackState> states = new ArrayList<>(tracks.size());
    for (Track track : tracks) {
      states.add(new TrackState(track.partition, track.pass, track.last));
    }
    return new State(states, newest, suspectFrom, suspectTo);
  }

  /**
   * Takes up what an earlier run has left. Restarts are counted anew and prints are forgotten, so
   * the first row of a partition is suspect unless it is newer than all.
   */
  void restore(State state) {
    for (TrackState left : state.tracks()) {
      Track track = new Track(left.partition(), UNKNOWN, left.pass());
      track.last = left.last();
      tracks.add(track);
    }
    newest = state.newest();
    suspectFrom = state.suspectFrom();
    suspectTo = state.suspectTo();
  }
}
