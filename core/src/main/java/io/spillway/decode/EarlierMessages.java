package io.spillway.decode;

import io.spillway.event.SourcePartition;
import java.util.function.Consumer;

/**
 * What a partition holds before the message at hand. A decoder that needs what was said before the
 * job began, or began again, finds it there and keeps no state.
 */
public interface EarlierMessages {
  /** Where nothing can be looked up. */
  EarlierMessages NONE = (partition, from, to, each) -> to;

  /**
   * Reads values of messages in their order, at least those from {@code from} up to and without
   * {@code to}.
   *
   * @param each gets each value that isn't null, and may keep it
   * @return the offset of the first message that there is from {@code from} on, or below; above
   *     {@code from} where older ones are gone
   * @throws java.io.UncheckedIOException where the source can't be read now
   */
  long read(SourcePartition partition, long from, long to, Consumer<byte[]> each);
}
