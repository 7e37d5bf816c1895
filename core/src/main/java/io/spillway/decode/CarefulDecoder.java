package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.Unforeseen;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Another decoder of messages of one event each, whose faults cost one message and not the job:
 * what it throws on becomes a {@link Poison}. It may be left in any state then, so a new one takes
 * its place. What it can't read just now is no fault of the message, and ends the reading.
 */
public final class CarefulDecoder implements MessageDecoder {
  private final Supplier<MessageDecoder> factory;
  private MessageDecoder decoder;

  /**
   * @param factory of decoders
   */
  public CarefulDecoder(Supplier<MessageDecoder> factory) {
    this.factory = factory;
    this.decoder = factory.get();
  }

  @Override
  public Event decode(
      SourcePartition partition,
      long offset,
      long timestampMs,
      byte[] key,
      byte[] buffer,
      int start,
      int length) {
    try {
      return decoder.decode(partition, offset, timestampMs, key, buffer, start, length);
    } catch (UncheckedIOException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      decoder = factory.get();
      byte[] value =
          buffer == null ? new byte[0] : Arrays.copyOfRange(buffer, start, start + length);
      return new Poison(
          new SourcePosition(partition, offset, timestampMs),
          key,
          value,
          Poison.Kind.UNKNOWN,
          Unforeseen.reason(e));
    }
  }
}
