package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.DispatcherId;
import io.spillway.event.Envelope;
import io.spillway.event.Header;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.metrics.MetricNames;
import io.spillway.policy.DeadLetter;
import io.spillway.search.document.PrimaryKey;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** The dead of a committed checkpoint, as letters. */
public final class SearchDeadLetters
    extends ProcessFunction<CommittableMessage<SearchCommittable>, DeadLetter> {
  private static final long serialVersionUID = 1;

  /** Header of a row whose partition's name another source may have too. */
  static final String SOURCE = "spillway.source";

  private transient Counter letters;

  @Override
  public void open(OpenContext context) {
    letters =
        getRuntimeContext()
            .getMetricGroup()
            .addGroup(MetricNames.GROUP)
            .counter(MetricNames.DEAD_LETTERS);
  }

  @Override
  public void processElement(
      CommittableMessage<SearchCommittable> message, Context context, Collector<DeadLetter> out) {
    if (message instanceof CommittableWithLineage<SearchCommittable> committed) {
      long now = context.timerService().currentProcessingTime();
      committed.getCommittable().dead().forEach(dead -> out.collect(letter(dead, now)));
      letters.inc(committed.getCommittable().dead().size());
    }
  }

  static DeadLetter letter(DeadDocument dead, long nowMs) {
    SearchRow row = dead.row();
    Envelope envelope = row.envelope();
    DeadDocument.Tries tries = dead.tries();
    String reason = dead.failure().reason();
    Optional<Header> source =
        envelope.headers().stream().filter(header -> header.name().equals(SOURCE)).findFirst();
    return new DeadLetter(
        new DeadLetter.Original(
            source.map(header -> new String(header.value(), UTF_8)).orElse(""),
            new SourcePosition(partition(row.partition()), row.offset(), envelope.timestampMs()),
            envelope.key(),
            row.bytes(),
            source.isEmpty() ? envelope.headers() : without(envelope.headers())),
        new DeadLetter.Failure(
            DeadLetter.SEARCH,
            dead.failure().type(),
            reason == null ? "" : reason,
            tries.count(),
            tries.firstMs() < 0 ? nowMs : tries.firstMs(),
            tries.lastMs() < 0 ? nowMs : tries.lastMs()),
        new DeadLetter.Subject(
            DispatcherId.parse(row.dispatcher()).table().toString(),
            PrimaryKey.json(row.bytes()),
            new DeadLetter.Refusal(
                dead.failure().status(), dead.target().index(), dead.target().id())));
  }

  private static List<Header> without(List<Header> headers) {
    return headers.stream().filter(header -> !header.name().equals(SOURCE)).toList();
  }

  /** A label is a name, a hyphen and a number; the name may have hyphens too. */
  private static SourcePartition partition(String label) {
    int hyphen = label.lastIndexOf('-');
    return hyphen < 0
        ? new SourcePartition(label, -1)
        : new SourcePartition(
            label.substring(0, hyphen), Integer.parseInt(label.substring(hyphen + 1)));
  }
}
