package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.policy.DeadLetter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SearchDeadLettersTest {
  private static final SourcePartition PARTITION = new SourcePartition("shop-eu", 3);

  private static Row row(SourcePartition partition) {
    byte[] buffer = "..{row}..".getBytes(StandardCharsets.UTF_8);
    return new Row(partition, DispatcherId.of(new TableId("shop", "t")), 5, buffer, 2, 5, null);
  }

  private static DeadLetter letter(SearchRow row) {
    return SearchDeadLetters.letter(
        new DeadDocument(
            row,
            new DeadDocument.Target("shop.t", "7"),
            new DeadDocument.Failure(400, "mapper_parsing_exception", null),
            2),
        77);
  }

  @Test
  void aLetterSaysWhereTheRowCameFromAndWhatTheEngineSaid() {
    SearchRow row = new SearchRows().map(row(PARTITION).at(99));
    DeadLetter letter = letter(row);
    assertThat(letter.position()).isEqualTo(new SourcePosition(PARTITION, 99, -1));
    assertThat(new String(letter.value(), StandardCharsets.UTF_8)).isEqualTo("{row}");
    assertThat(letter.kind()).isEqualTo("mapper_parsing_exception");
    assertThat(letter.reason()).isEmpty();
    assertThat(letter.failedAtMs()).isEqualTo(77);
    assertThat(letter.refusal()).isEqualTo(new DeadLetter.Refusal(400, "shop.t", "7", 2));
  }

  @Test
  void aRowThatCameOverTheNetworkHasNoPositionAndIsNoError() {
    SearchRow row = new SearchRows().map(row(null));
    assertThat(row.dispatcher()).isEqualTo("shop.t");
    assertThat(letter(row).position())
        .isEqualTo(new SourcePosition(new SourcePartition("", -1), -1, -1));
  }

  @Test
  void aRowHasBytesOfItsOwn() {
    Row row = row(PARTITION);
    SearchRow copied = new SearchRows().map(row);
    row.buffer()[3] = 'X';
    assertThat(new String(copied.bytes(), StandardCharsets.UTF_8)).isEqualTo("{row}");
  }
}
