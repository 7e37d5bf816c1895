package io.spillway.wire;

import io.spillway.event.Broadcast;
import io.spillway.event.Event;
import io.spillway.event.Row;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Type information of the words that travel between tasks. */
public final class WireTypes {
  public static final TypeInformation<Event> EVENT =
      new WireTypeInfo<>(Event.class, new EventSerializer());
  public static final TypeInformation<Row> ROW = new WireTypeInfo<>(Row.class, new RowSerializer());
  public static final TypeInformation<Broadcast> BROADCAST =
      new WireTypeInfo<>(Broadcast.class, new BroadcastSerializer());

  private WireTypes() {}
}
