package io.spillway.tools.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** TiCDC's debezium protocol with {@code enable-tidb-extension}. */
public final class TicdcOrigin implements DebeziumOrigin {
  private static final int LOGICAL_BITS = 18;

  @Override
  public void source(ObjectNode source, long commitTs) {
    source.put("connector", "TiCDC").put("ts_ms", commitTs >> LOGICAL_BITS);
    source.put("commit_ts", commitTs);
  }

  @Override
  public void type(ObjectNode column, String mysqlType) {
    column.put("tidb_type", mysqlType);
  }

  @Override
  public boolean isAlwaysEnveloped() {
    return true;
  }
}
