package io.spillway.decode;

import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * What a reader of Debezium's messages must know of the connector and of what is wanted.
 *
 * @param zone in which TIMESTAMP columns are shown; canal-json has the changefeed's
 * @param unavailable the connector's {@code unavailable.value.placeholder}; not empty
 */
public record DebeziumOptions(ZoneId zone, String unavailable) implements Serializable {
  /** Debezium's own default. */
  public static final String UNAVAILABLE = "__debezium_unavailable_value";

  /** Debezium's own defaults, shown in UTC. */
  public static final DebeziumOptions DEFAULT = new DebeziumOptions(ZoneOffset.UTC, UNAVAILABLE);
}
