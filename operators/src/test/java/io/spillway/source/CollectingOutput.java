package io.spillway.source;

import io.spillway.event.Event;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/** Events of all splits in their order, and splits that are done with. */
final class CollectingOutput implements ReaderOutput<Event> {
  final List<String> released = new ArrayList<>();
  private List<Event> events = new ArrayList<>();

  /** What came since it was taken last. */
  List<Event> events() {
    return events;
  }

  List<Event> take() {
    List<Event> taken = events;
    events = new ArrayList<>();
    return taken;
  }

  @Override
  public void collect(Event event) {
    events.add(event);
  }

  @Override
  public void collect(Event event, long timestamp) {
    events.add(event);
  }

  @Override
  public void emitWatermark(Watermark watermark) {}

  @Override
  public void markIdle() {}

  @Override
  public void markActive() {}

  @Override
  public SourceOutput<Event> createOutputForSplit(String splitId) {
    return this;
  }

  @Override
  public void releaseOutputForSplit(String splitId) {
    released.add(splitId);
  }
}
