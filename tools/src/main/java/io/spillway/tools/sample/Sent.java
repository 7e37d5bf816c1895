package io.spillway.tools.sample;

import java.util.List;

/**
 * What a stream has sent.
 *
 * @param rows every row once, in order of commit timestamp
 * @param ddls every DDL, in order of commit timestamp
 * @param replayedResolved messages sent again although they were resolved: to be dropped
 * @param replayedUnresolved rows sent again before they were resolved: may be delivered twice
 * @param resolved the last resolved event
 */
public record Sent(
    List<Row> rows,
    List<Ddl> ddls,
    long replayedResolved,
    List<Row> replayedUnresolved,
    long resolved) {

  /**
   * One change of a row.
   *
   * @param type {@code INSERT}, {@code UPDATE} or {@code DELETE}
   * @param id the primary key
   */
  public record Row(long commitTs, String table, String type, long id) {}

  /**
   * One DDL.
   *
   * @param query the statement
   */
  public record Ddl(long commitTs, String table, String query) {}
}
