package io.spillway.source;

import io.spillway.event.Event;
import io.spillway.event.Replay;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/**
 * Passes everything on and notes each split's last resolved event, and what those behind it throw:
 * that is no failure of the source's, however it comes out of its reader.
 */
final class ResolvedOutput implements ReaderOutput<Event> {
  private final Map<String, SplitOutput> splits = new HashMap<>();
  private ReaderOutput<Event> output;
  private RuntimeException thrownBehind;
  private long seen;
  private boolean holdsAtRow;

  /** The resolved event that a split starts with. */
  void start(String splitId, long resolved) {
    splits.put(splitId, new SplitOutput(resolved));
  }

  /** The last resolved event of a split; {@link Long#MIN_VALUE} for none. */
  long resolved(String splitId) {
    SplitOutput split = splits.get(splitId);
    return split == null ? Long.MIN_VALUE : split.resolved;
  }

  /**
   * From the next row on the reader counts. Flink leaves an output that becomes active again out of
   * the minimum until its watermark has reached what the others have had, and this reader has none
   * yet. So it gets one just below the row: who has passed that is not held up by it, and who has
   * not waits.
   */
  void holdAtNextRow() {
    holdsAtRow = true;
  }

  /** Events that have passed, of all splits. */
  long seen() {
    return seen;
  }

  /** What was thrown behind this output; null for nothing. */
  RuntimeException thrownBehind() {
    return thrownBehind;
  }

  private RuntimeException behind(RuntimeException thrown) {
    thrownBehind = thrown;
    return thrown;
  }

  ResolvedOutput into(ReaderOutput<Event> newOutput) {
    output = newOutput;
    return this;
  }

  @Override
  public SourceOutput<Event> createOutputForSplit(String splitId) {
    SplitOutput split = splits.computeIfAbsent(splitId, id -> new SplitOutput(Long.MIN_VALUE));
    if (split.output == null) {
      split.output = output.createOutputForSplit(splitId);
    }
    return split;
  }

  @Override
  public void releaseOutputForSplit(String splitId) {
    splits.remove(splitId);
    try {
      output.releaseOutputForSplit(splitId);
    } catch (RuntimeException e) {
      throw behind(e);
    }
  }

  @Override
  public void collect(Event event) {
    output.collect(event);
  }

  @Override
  public void collect(Event event, long timestamp) {
    output.collect(event, timestamp);
  }

  @Override
  public void emitWatermark(Watermark watermark) {
    output.emitWatermark(watermark);
  }

  @Override
  public void markIdle() {
    output.markIdle();
  }

  @Override
  public void markActive() {
    output.markActive();
  }

  private final class SplitOutput implements SourceOutput<Event> {
    private SourceOutput<Event> output;
    private long resolved;

    SplitOutput(long resolved) {
      this.resolved = resolved;
    }

    private void note(Event event) {
      seen++;
      if (event instanceof Resolved r) {
        resolved = Math.max(resolved, r.commitTs());
        holdsAtRow = false;
      } else if (holdsAtRow && event instanceof Row row && row.replay() == Replay.NONE) {
        holdsAtRow = false;
        ResolvedOutput.this.output.emitWatermark(new Watermark(row.commitTs() - 1));
      }
    }

    @Override
    public void collect(Event event) {
      note(event);
      try {
        output.collect(event);
      } catch (RuntimeException e) {
        throw behind(e);
      }
    }

    @Override
    public void collect(Event event, long timestamp) {
      note(event);
      try {
        output.collect(event, timestamp);
      } catch (RuntimeException e) {
        throw behind(e);
      }
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      output.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
      output.markIdle();
    }

    @Override
    public void markActive() {
      output.markActive();
    }
  }
}
