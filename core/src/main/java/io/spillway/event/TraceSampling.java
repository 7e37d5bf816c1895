package io.spillway.event;

import java.io.Serializable;
import java.util.List;

/**
 * Chooses the rows whose trace ids are carried on. A row whose {@code traceparent} header has the
 * sampled flag is one, as whoever began the trace wants it. Of the others a share is: by the last
 * eight digits of the header's id, as the log's filter chooses its lines; without a header by a
 * hash of the source position. A row is chosen each time it is read, or never. Nothing is allocated
 * for one that isn't.
 */
public final class TraceSampling implements Serializable {
  /** Only what the headers ask for. */
  public static final TraceSampling BY_FLAG = new TraceSampling(0);

  private static final long serialVersionUID = 1L;
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final double OF_32_BITS = 0x1p-32;
  private static final double OF_53_BITS = 0x1p-53;

  private final double ratio;

  /**
   * @param ratio share of the rows that no flag asks for, 0 to 1
   */
  public TraceSampling(double ratio) {
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException("not a share from 0 to 1: " + ratio);
    }
    this.ratio = ratio;
  }

  /**
   * The trace id of a row that is chosen, as {@link TraceId#of(List, SourcePosition)} has it; null
   * for any other.
   *
   * @param headers of its message
   * @param partition where it came from
   * @param offset its offset there
   */
  public String idOf(List<Header> headers, SourcePartition partition, long offset) {
    byte[] parent = TraceParent.in(headers);
    if (parent != null) {
      boolean chosen =
          TraceParent.isSampled(parent) || TraceParent.lastDigits(parent) * OF_32_BITS < ratio;
      return chosen ? TraceParent.id(parent) : null;
    }
    return (hash(partition, offset) >>> 11) * OF_53_BITS < ratio
        ? TraceId.of(new SourcePosition(partition, offset, -1))
        : null;
  }

  private static long hash(SourcePartition partition, long offset) {
    long place = (long) partition.source().hashCode() << 32 | partition.number();
    return mix(mix(place + STEP) + offset * STEP);
  }

  /** The finalizer of SplitMix64: every bit of the result depends on every bit of the value. */
  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
