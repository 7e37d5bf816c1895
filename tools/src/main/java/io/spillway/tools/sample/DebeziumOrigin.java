package io.spillway.tools.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What differs between the programs that write Debezium's format. */
public interface DebeziumOrigin {

  /** Describes where and when a change was made. */
  void source(ObjectNode source, long commitTs);

  /** Adds the source's own type to a column of the schema. */
  void type(ObjectNode column, String mysqlType);

  /** Whether keys and statements, too, stand as {@code payload} in an envelope. */
  boolean isAlwaysEnveloped();
}
