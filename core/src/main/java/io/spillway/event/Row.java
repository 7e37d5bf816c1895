package io.spillway.event;

import java.util.List;

/**
 * One row change: a slice of bytes in the source's own format, with what is needed to route it. The
 * slice belongs to the reader and is valid only while the row is being handed on; whoever keeps it
 * copies it. Not thread-safe, not comparable.
 */
public final class Row implements Event {
  private final SourcePartition partition;
  private final DispatcherId dispatcher;
  private final long commitTs;
  private final byte[] buffer;
  private final int offset;
  private final int length;
  private final TableShape shape;
  private long sourceOffset = -1;
  private byte[] key;
  private long timestampMs = -1;
  private List<Header> headers = List.of();
  private Replay replay = Replay.NONE;
  private String trace;
  private int print;
  private long origin;
  private LogPlace place = LogPlace.NONE;
  private boolean ofSnapshot;

  /**
   * @param partition where it came from; null once it has been sent over the network
   * @param dispatcher its unit of order
   * @param commitTs its commit timestamp
   * @param buffer holds the row's bytes at {@code offset}, {@code length} of them, without a line
   *     end
   * @param shape the columns it shows, where they differ from the table's row before it; else null
   */
  public Row(
      SourcePartition partition,
      DispatcherId dispatcher,
      long commitTs,
      byte[] buffer,
      int offset,
      int length,
      TableShape shape) {
    this.partition = partition;
    this.dispatcher = dispatcher;
    this.commitTs = commitTs;
    this.buffer = buffer;
    this.offset = offset;
    this.length = length;
    this.shape = shape;
  }

  /** Notes where in its partition it came from; for whoever makes the row. */
  public Row at(long offset) {
    sourceOffset = offset;
    return this;
  }

  /**
   * Notes the message's key, or null, and its time; for whoever makes the row. Nothing is copied.
   */
  public Row sent(byte[] newKey, long newTimestampMs) {
    key = newKey;
    timestampMs = newTimestampMs;
    return this;
  }

  /** Notes the message's headers, and whether it was put back. */
  public void headed(List<Header> newHeaders, Replay newReplay) {
    headers = newHeaders;
    replay = newReplay;
  }

  /** The same change with other bytes; for whoever makes the row. */
  public Row carrying(byte[] bytes) {
    return carrying(dispatcher, bytes);
  }

  /** The same change of a table that has another name from here on, and with other bytes. */
  public Row carrying(DispatcherId newDispatcher, byte[] bytes) {
    Row other = new Row(partition, newDispatcher, commitTs, bytes, 0, bytes.length, shape);
    other.headed(headers, replay);
    return other
        .at(sourceOffset)
        .sent(key, timestampMs)
        .traced(trace)
        .printed(print)
        .from(origin)
        .placed(place)
        .read(ofSnapshot);
  }

  /** What came with the row; nothing after it was sent over the network. */
  public Envelope envelope() {
    return key == null && timestampMs < 0 && headers.isEmpty()
        ? Envelope.NONE
        : new Envelope(key, timestampMs, headers);
  }

  /** Nothing after it was sent over the network. */
  public List<Header> headers() {
    return headers;
  }

  public Replay replay() {
    return replay;
  }

  /**
   * Notes that the source issues each transaction a commit timestamp of its own; for whoever makes
   * the row.
   *
   * @param newPrint a hash of what the row holds; two different rows may share one. 0 where several
   *     transactions may have one commit timestamp
   */
  public Row printed(int newPrint) {
    print = newPrint;
    return this;
  }

  /** See {@link #printed}. */
  public int print() {
    return print;
  }

  /**
   * Notes where in its partition's passes it came, see {@link RowOrigin}. Before that is known:
   * which table of several by this name it is of, see {@link RowOrigin#ofTable}.
   */
  public Row from(long newOrigin) {
    origin = newOrigin;
    return this;
  }

  /** See {@link RowOrigin}; 0 of a row that has no copies. */
  public long origin() {
    return origin;
  }

  /** Notes where the change stands in the source's log; for whoever makes the row. */
  public Row placed(LogPlace newPlace) {
    place = newPlace;
    return this;
  }

  /**
   * Notes whether the source has read the row from its table rather than a change of it from its
   * log; for whoever makes the row.
   */
  public Row read(boolean isOfSnapshot) {
    ofSnapshot = isOfSnapshot;
    return this;
  }

  /** See {@link #read}; nothing of it is sent over the network. */
  public boolean isOfSnapshot() {
    return ofSnapshot;
  }

  /** {@link LogPlace#NONE} where the source has no log, or doesn't say. */
  public LogPlace place() {
    return place;
  }

  /** Notes the id of its trace; null where that isn't followed. */
  public Row traced(String newTrace) {
    trace = newTrace;
    return this;
  }

  /** The id of its trace; null where that isn't followed. */
  public String trace() {
    return trace;
  }

  /** Offset in its partition; -1 where it isn't known, as after it was sent over the network. */
  public long sourceOffset() {
    return sourceOffset;
  }

  @Override
  public SourcePartition partition() {
    return partition;
  }

  public DispatcherId dispatcher() {
    return dispatcher;
  }

  public long commitTs() {
    return commitTs;
  }

  public byte[] buffer() {
    return buffer;
  }

  public int offset() {
    return offset;
  }

  /** Length in bytes. */
  public int length() {
    return length;
  }

  public TableShape shape() {
    return shape;
  }

  @Override
  public String toString() {
    return dispatcher + "@" + commitTs + "(" + length + " bytes)";
  }
}
