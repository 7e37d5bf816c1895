package io.spillway.search;

import io.spillway.event.Broadcast;
import io.spillway.event.ControlChange;
import org.apache.flink.api.common.functions.MapFunction;

/** Settings as the writers take them. */
public final class SearchControls implements MapFunction<Broadcast, SearchElement> {
  private static final long serialVersionUID = 1;

  @Override
  public SearchElement map(Broadcast settings) {
    return new SearchControl((ControlChange) settings);
  }
}
