package io.spillway.search;

import io.spillway.event.Row;
import java.util.Arrays;
import org.apache.flink.api.common.functions.MapFunction;

/** Decoded rows as the sink takes them, with bytes of their own. */
public final class SearchRows implements MapFunction<Row, SearchElement> {
  private static final long serialVersionUID = 1;

  @Override
  public SearchRow map(Row row) {
    String partition = row.partition() == null ? "" : row.partition().label();
    byte[] bytes = Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
    return new SearchRow(
        partition,
        row.sourceOffset(),
        row.dispatcher().key(),
        row.commitTs(),
        bytes,
        row.envelope());
  }
}
