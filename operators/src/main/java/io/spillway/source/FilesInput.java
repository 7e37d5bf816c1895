package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import io.spillway.policy.PolicyMatrix;
import org.apache.flink.api.connector.source.Source;

/** A folder of files as a source of events, one split a file. See {@link InputFolder}. */
public final class FilesInput {
  private FilesInput() {}

  /**
   * @param folder URI of the folder
   * @param decoder of the lines' format
   * @param policy what failures mean
   */
  public static Source<Event, ?, ?> of(String folder, DecoderFactory decoder, PolicyMatrix policy) {
    StreamClocks clocks = new StreamClocks();
    return new ResolvingSource<>(
        new FilesSource(folder, decoder, clocks),
        FileSplit::partition,
        Retention.forever(),
        clocks,
        Waits.NEVER,
        split -> true,
        policy);
  }
}
