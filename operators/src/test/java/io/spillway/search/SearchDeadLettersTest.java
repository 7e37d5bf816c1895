package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Header;
import io.spillway.event.Replay;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableId;
import io.spillway.policy.DeadLetter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchDeadLettersTest {
  private static final SourcePartition PARTITION = new SourcePartition("shop-eu", 3);

  private static Row row(SourcePartition partition) {
    byte[] buffer = ("..{row}..").getBytes(StandardCharsets.UTF_8);
    return new Row(partition, DispatcherId.of(new TableId("shop", "t")), 5, buffer, 2, 5, null);
  }

  private static DeadLetter letter(SearchRow row) {
    return SearchDeadLetters.letter(
        new DeadDocument(
            row,
            new DeadDocument.Target("shop.t", "7"),
            new DeadDocument.Failure(400, "mapper_parsing_exception", null),
            new DeadDocument.Tries(2, 11, 55)),
        77);
  }

  @Test
  void aLetterSaysWhereTheRowCameFromAndWhatTheEngineSaid() {
    Row source = row(PARTITION).at(99).sent(new byte[] {4}, 123);
    Header header = new Header("h", new byte[] {5});
    source.headed(List.of(header), Replay.NONE);
    SearchRow row = new SearchRows("", null).of(source);
    DeadLetter letter = letter(row);
    assertThat(letter.position()).isEqualTo(new SourcePosition(PARTITION, 99, 123));
    assertThat(letter.original().key()).containsExactly(4);
    assertThat(letter.original().headers()).containsExactly(header);
    assertThat(new String(letter.original().value(), StandardCharsets.UTF_8)).isEqualTo("{row}");
    assertThat(letter.failure())
        .isEqualTo(new DeadLetter.Failure("search", "mapper_parsing_exception", "", 2, 11, 55));
    assertThat(letter.subject())
        .isEqualTo(
            new DeadLetter.Subject("shop.t", "", new DeadLetter.Refusal(400, "shop.t", "7")));
  }

  @Test
  void aLetterShowsThePrimaryKeyThatTheRowShows() {
    String row =
        "{\"database\":\"shop\",\"table\":\"t\",\"type\":\"INSERT\",\"pkNames\":[\"b\",\"a\"],"
            + "\"data\":[{\"a\":\"1\",\"b\":\"x\\\"y\"}]}";
    byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
    assertThat(letter(new SearchRow("in-3", 1, "shop.t", 5, bytes)).subject().primaryKey())
        .isEqualTo("{\"b\":\"x\\\"y\",\"a\":\"1\"}");
    byte[] without = row.replace("[\"b\",\"a\"]", "null").getBytes(StandardCharsets.UTF_8);
    assertThat(letter(new SearchRow("in-3", 1, "shop.t", 5, without)).subject().primaryKey())
        .isEmpty();
  }

  @Test
  void aRowThatCameOverTheNetworkHasNoPositionAndIsNoError() {
    SearchRow row = new SearchRows("", null).of(row(null));
    assertThat(row.dispatcher()).isEqualTo("shop.t");
    assertThat(letter(row).position())
        .isEqualTo(new SourcePosition(new SourcePartition("", -1), -1, -1));
  }

  @Test
  void aRowHasBytesOfItsOwn() {
    Row row = row(PARTITION);
    SearchRow copied = new SearchRows("", null).of(row);
    row.buffer()[3] = 'X';
    assertThat(new String(copied.bytes(), StandardCharsets.UTF_8)).isEqualTo("{row}");
  }
}
