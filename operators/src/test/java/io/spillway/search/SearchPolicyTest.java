package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.policy.Alert;
import io.spillway.policy.Backoff;
import io.spillway.policy.CountedGroup;
import io.spillway.policy.DeadLettering;
import io.spillway.policy.Deciders;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.MatrixRow;
import io.spillway.policy.Policy;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import io.spillway.policy.Retry;
import io.spillway.policy.Selector;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the matrix says happens to documents, and is counted. */
class SearchPolicyTest extends BulkWriterFixture {
  private final CountedGroup group = new CountedGroup();

  private BulkWriter counted(PolicyMatrix matrix) {
    WriterConfig d = WriterConfig.DEFAULT;
    WriterConfig config =
        new WriterConfig(d.controller(), d.bufferBytes(), matrix, d.deadLetters(), d.newIndices());
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    Deciders deciders = new Deciders(matrix, new PolicyMetrics(group));
    return new BulkWriter(config, documents, engine, () -> now, new Random(1), deciders);
  }

  private static PolicyMatrix blockedDiesAfter(int attempts) {
    return JobMatrix.DEFAULT.replacing(
        new MatrixRow(
            Selector.event("search", "item", "blocked"),
            new Policy(
                new Policy.Attempts(
                    Retry.YES, Backoff.exponential(200, 30_000), attempts, Map.of()),
                DeadLettering.ON_EXHAUSTED,
                false,
                Alert.ERROR)));
  }

  @Test
  void decisionsAreCountedByWhatTheEngineSaid() {
    writer = counted(JobMatrix.DEFAULT);
    engine.itemFault =
        item ->
            switch (item.id()) {
              case "1" -> error(400, "mapper_parsing_exception");
              case "2" -> error(500, "odd");
              default -> null;
            };
    writeMany(0, 4);
    writer.write(new SearchRow("p", 9, "s.t", 100, new byte[] {'{', '}'}));
    run(300_000);
    assertThat(writer.takeDead()).hasSize(3);
    assertThat(group.decisions())
        .isEqualTo(
            Map.of(
                "encode.document.failed.malformed.dead-letter", 1L,
                "search.item.failed.refused.dead-letter", 1L,
                "search.item.failed.unknown.retry", 1L,
                "search.item.retry.unknown.retry", 8L,
                "search.item.retry.unknown.dead-letter", 1L));
    assertThat(group.registeredTwice()).isEmpty();
  }

  @Test
  void aRowOfTheMatrixSaysWhenABlockedDocumentIsGivenUp() {
    writer = counted(blockedDiesAfter(3));
    engine.itemFault = item -> error(403, "cluster_block_exception");
    writeMany(0, 1);
    run(120_000);
    assertThat(writer.takeDead()).extracting(dead -> dead.tries().count()).containsExactly(3);
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void attemptsGoOnWhereTheyWereAfterARestart() {
    writer = counted(blockedDiesAfter(5));
    engine.itemFault = item -> error(403, "cluster_block_exception");
    writeMany(0, 1);
    while (writer.unfinishedAttempts().get(0) < 3) {
      run(50);
    }
    SearchWriterState state =
        SearchWriterState.parts(writer.unfinishedRows(), writer.unfinishedAttempts(), null).get(0);
    BulkWriter restored =
        writer(
            new WriterConfig(
                WriterConfig.DEFAULT.controller(),
                WriterConfig.DEFAULT.bufferBytes(),
                blockedDiesAfter(5),
                WriterConfig.DEFAULT.deadLetters(),
                WriterConfig.DEFAULT.newIndices()));
    restored.write(state.rows().get(0), state.attempts().get(0));
    writer = restored;
    run(120_000);
    assertThat(writer.takeDead()).extracting(dead -> dead.tries().count()).containsExactly(5);
  }
}
