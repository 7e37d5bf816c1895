package io.spillway.tools.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.CommitTs;

/** Single messages of TiCDC's canal-json, for tests that say what stands where. */
public final class Messages {
  private Messages() {}

  /** An INSERT into {@code shop.<table>}. */
  public static byte[] row(String table, int id, long commitTs) {
    return """
    {"id":0,"database":"shop","table":"%s","pkNames":["id"],"isDdl":false,"type":"INSERT",\
    "es":%d,"ts":%d,"sql":"","sqlType":{"id":-5,"v":12},"mysqlType":{"id":"bigint","v":"varchar"},\
    "old":null,"data":[{"id":"%d","v":"x"}],"_tidb":{"commitTs":%d}}\
    """
        .formatted(table, CommitTs.millis(commitTs), CommitTs.millis(commitTs), id, commitTs)
        .getBytes(UTF_8);
  }

  /** A DDL of {@code shop.<table>}. */
  public static byte[] ddl(String table, String type, String sql, long commitTs) {
    return """
    {"id":0,"database":"shop","table":"%s","pkNames":null,"isDdl":true,"type":"%s",\
    "es":%d,"ts":%d,"sql":"%s","sqlType":null,"mysqlType":null,"old":null,"data":null,\
    "_tidb":{"commitTs":%d}}\
    """
        .formatted(table, type, CommitTs.millis(commitTs), CommitTs.millis(commitTs), sql, commitTs)
        .getBytes(UTF_8);
  }

  /** Everything up to here has been sent to the partition. */
  public static byte[] resolved(long commitTs) {
    return """
    {"id":0,"database":"","table":"","pkNames":null,"isDdl":false,"type":"TIDB_WATERMARK",\
    "es":%d,"ts":%d,"sql":"","sqlType":null,"mysqlType":null,"old":null,"data":null,\
    "_tidb":{"watermarkTs":%d}}\
    """
        .formatted(CommitTs.millis(commitTs), CommitTs.millis(commitTs), commitTs)
        .getBytes(UTF_8);
  }
}
