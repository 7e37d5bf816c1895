package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.Envelope;
import io.spillway.event.Header;
import io.spillway.event.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;

/**
 * Decoded rows of one source as the sink takes them, with bytes of their own. Where partitions of
 * another source may have the same names, a header says which source it is, for a dead letter.
 */
public final class SearchRows implements MapFunction<Row, SearchElement> {
  private static final long serialVersionUID = 1;

  private final String source;
  private transient List<Header> own;

  /**
   * @param source what the source reads, see {@link io.spillway.policy.DeadLetter.Original}; empty
   *     where its partitions' names are its own
   */
  public SearchRows(String source) {
    this.source = source;
  }

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
        source.isEmpty() ? row.envelope() : said(row.envelope()));
  }

  private Envelope said(Envelope envelope) {
    if (own == null) {
      own = List.of(new Header(SearchDeadLetters.SOURCE, source.getBytes(UTF_8)));
    }
    List<Header> headers = own;
    if (!envelope.headers().isEmpty()) {
      headers = new ArrayList<>(envelope.headers());
      headers.addAll(own);
    }
    return new Envelope(envelope.key(), envelope.timestampMs(), headers);
  }
}
