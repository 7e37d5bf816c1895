package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest messages of one partition, from some offset to its end, as far as they say where a
 * bounded run has to stop: nothing beyond the last resolved event may be read by it. Not
 * thread-safe.
 */
public final class ResolvedTail {
  /** Where nothing has been resolved. */
  public static final long NOTHING = Long.MIN_VALUE;

  private final List<Mark> marks = new ArrayList<>();
  private long resolved = NOTHING;
  private long firstResolved = NOTHING;

  /**
   * A row, DDL or resolved event.
   *
   * @param isResolved whether it is a resolved event
   */
  private record Mark(long offset, long commitTs, boolean isResolved) {}

  /** Takes in the next message. */
  public void add(long offset, Event event) {
    if (event instanceof Resolved mark) {
      marks.add(new Mark(offset, mark.commitTs(), true));
      firstResolved = firstResolved == NOTHING ? mark.commitTs() : firstResolved;
      resolved = Math.max(resolved, mark.commitTs());
    } else if (event instanceof Row row) {
      marks.add(new Mark(offset, row.commitTs(), false));
    } else if (event instanceof SchemaChange ddl) {
      marks.add(new Mark(offset, ddl.commitTs(), false));
    }
  }

  /** The newest resolved event; {@link #NOTHING} for none. */
  public long resolved() {
    return resolved;
  }

  /**
   * Whether it reaches back to a resolved event at or below a timestamp: far enough to cut there.
   */
  public boolean reaches(long commitTs) {
    return firstResolved != NOTHING && firstResolved <= commitTs;
  }

  /**
   * The offset at which a run stops that delivers what is resolved everywhere, and no message at or
   * behind it. All rows up to {@code commitTs} lie before it, but for what the upstream sends again
   * behind a resolved event. So do newer ones only where the partition has mixed them with older
   * rows before it resolved them.
   *
   * @param commitTs resolved in every partition
   * @param end offset behind the last message
   */
  public long cut(long commitTs, long end) {
    long beyond = end;
    long within = -1;
    long settled = end;
    for (Mark mark : marks) {
      if (mark.commitTs > commitTs) {
        beyond = Math.min(beyond, mark.offset);
      } else if (settled == end && !mark.isResolved) {
        within = mark.offset;
      }
      if (settled == end && mark.isResolved && mark.commitTs >= commitTs) {
        settled = mark.commitTs == commitTs ? mark.offset + 1 : mark.offset;
      }
    }
    return beyond > within ? beyond : settled;
  }
}
