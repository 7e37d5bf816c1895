package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.control.SettingsStore.Look;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SettingsTopicTest {
  private final MemoryTopic topic = new MemoryTopic();
  private final SettingsTopic store = store(topic);

  private static SettingsTopic store(MemoryTopic topic) {
    return new SettingsTopic(topic, MemoryTopic.NAME, MemoryTopic.PIPELINE);
  }

  private List<String> forced() throws IOException {
    return texts(store.look(null, true));
  }

  private List<String> followed() throws IOException {
    return texts(store.look(null, false));
  }

  private static List<String> texts(Look look) {
    return look.texts().stream()
        .map(text -> new String(text.bytes(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void aSnapshotIsTheNewestOfThePipelinesOwnRecords() throws IOException {
    topic.put("a", 1);
    topic.put("b", 2);
    topic.put("other", "c", 3);
    topic.put(null, "d", 4);
    Look look = store.look(null, true);
    assertThat(texts(look)).containsExactly("b");
    assertThat(look.stamp()).isEqualTo(new SettingsStore.Stamp(2, 2));
    assertThat(look.texts().get(0).place()).isEqualTo("control-0, offset 1");
    assertThat(look.texts().get(0).modifiedMs()).isEqualTo(2);
  }

  @Test
  void aTopicWithoutOwnRecordsHasNoSettings() throws IOException {
    assertThat(store.look(null, true).isMissing()).isTrue();
    topic.put("other", "c", 3);
    assertThat(store.look(null, false).isMissing()).isTrue();
    assertThat(store.look(null, true).isMissing()).isTrue();
    topic.put("a", 4);
    assertThat(followed()).containsExactly("a");
  }

  @Test
  void updatesComeOneByOneInTheirOrderAndOnce() throws IOException {
    topic.put("a", 1);
    assertThat(forced()).containsExactly("a");
    topic.put("b", 2);
    topic.put("other", "x", 2);
    topic.put("c", 3);
    assertThat(followed()).containsExactly("b", "c");
    assertThat(followed()).isEmpty();
    assertThat(topic.rewinds()).isEqualTo(1);
  }

  @Test
  void aReloadGivesTheNewestThatWasKnownAndEachThatIsNew() throws IOException {
    topic.put("a", 1);
    topic.put("b", 2);
    assertThat(forced()).containsExactly("b");
    assertThat(forced()).containsExactly("b");
    topic.put("c", 3);
    assertThat(followed()).containsExactly("c");
    topic.put("d", 4);
    topic.put("e", 5);
    assertThat(forced()).containsExactly("c", "d", "e");
    assertThat(forced()).containsExactly("e");
  }

  @Test
  void aReloadThatBreaksOffLosesNothing() throws IOException {
    topic.put("a", 1);
    assertThat(forced()).containsExactly("a");
    topic.put("b", 2);
    topic.put("c", 3);
    topic.perPoll(2);
    topic.awayAfterPolls(1);
    assertThatThrownBy(this::forced)
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("topic control can't be read to its end 3, only to 2");
    topic.away(false);
    assertThat(followed()).as("as if it was forced").containsExactly("a", "b", "c");
    assertThat(forced()).containsExactly("c");
  }

  @Test
  void aTombstoneIsNoSettingsAlsoOnceItIsCompactedAway() throws IOException {
    topic.put("a", 1);
    forced();
    topic.put("b", 2);
    topic.put(null, 3);
    Look look = store.look(null, false);
    assertThat(texts(look)).containsExactly("b");
    assertThat(look.isMissing()).isTrue();
    assertThat(store.look(null, false).isMissing()).as("still").isTrue();
    assertThat(store.look(null, true)).isEqualTo(new Look(SettingsStore.Stamp.NONE, List.of()));
    topic.compact();
    assertThat(store.look(null, true).isMissing()).isTrue();
    topic.put("c", 4);
    assertThat(followed()).containsExactly("c");
  }

  @Test
  void compactionChangesNothing() throws IOException {
    topic.put("a", 1);
    topic.put("b", 2);
    MemoryTopic compacted = new MemoryTopic();
    compacted.put("a", 1);
    compacted.put("b", 2);
    compacted.compact();
    assertThat(texts(store(compacted).look(null, true))).isEqualTo(forced());
  }

  @Test
  void whatATopicMadeAnewHasCountsByItsNewest() throws IOException {
    for (int i = 0; i < 10; i++) {
      topic.put("old" + i, i);
    }
    forced();
    topic.recreate();
    topic.put("a", 11);
    topic.put("b", 12);
    assertThat(forced()).containsExactly("b");
    topic.put("c", 13);
    assertThat(followed()).containsExactly("c");
  }

  @Test
  void endsOfTransactionsAreNoRecordsAndNotWaitedFor() throws IOException {
    topic.put("a", 1);
    topic.marker();
    topic.marker();
    assertThat(forced()).containsExactly("a");
    topic.marker();
    assertThat(followed()).isEmpty();
  }

  @Test
  void whileTheBrokerIsAwayThereIsNothingNewAndAReloadFails() throws IOException {
    topic.put("a", 1);
    forced();
    topic.away(true);
    assertThat(followed()).isEmpty();
    assertThatThrownBy(this::forced).isInstanceOf(SocketTimeoutException.class);
    topic.away(false);
    topic.put("b", 2);
    assertThat(followed()).containsExactly("a", "b");
  }

  @Test
  void aFloodIsCutToItsNewest() throws IOException {
    forced();
    for (int i = 0; i < 3 * TopicReading.MOST; i++) {
      topic.put("v" + i, i);
    }
    assertThat(followed())
        .hasSize(TopicReading.MOST)
        .startsWith("v" + 2 * TopicReading.MOST)
        .endsWith("v" + (3 * TopicReading.MOST - 1));
  }

  @Test
  void oneClientIsOpenedAndClosed() throws IOException {
    store.close();
    assertThat(topic.closed()).isZero();
    forced();
    topic.away(true);
    assertThatThrownBy(this::forced).isInstanceOf(IOException.class);
    topic.away(false);
    forced();
    store.close();
    assertThat(topic.opened()).isEqualTo(1);
    assertThat(topic.closed()).isEqualTo(1);
  }

  /**
   * 0, 1: a record; 2: a tombstone; 3: another's; 4: a look; 5: a forced one; 6: one that fails.
   */
  @Property(tries = 2000)
  void whateverComesBetweenSnapshotsAndUpdatesNoRecordIsLostOrGoesBack(
      @ForAll @Size(max = 40) List<@IntRange(max = 6) Integer> steps,
      @ForAll @IntRange(min = 1, max = 3) int perPoll)
      throws IOException {
    MemoryTopic log = new MemoryTopic();
    log.perPoll(perPoll);
    SettingsTopic settings = store(log);
    log.put("0", 0);
    List<Integer> given = new ArrayList<>(numbers(settings.look(null, true)));
    List<Integer> written = new ArrayList<>(given);
    int number = 1;
    for (int step : steps) {
      switch (step) {
        case 0, 1 -> {
          written.add(number);
          log.put(Integer.toString(number++), number);
        }
        case 2 -> log.put(null, number);
        case 3 -> log.put("other", "x", number);
        case 6 -> {
          log.awayAfterPolls(1);
          try {
            given.addAll(numbers(settings.look(null, true)));
          } catch (SocketTimeoutException e) {
            assertThat(e).hasMessageContaining("to its end");
          }
          log.away(false);
        }
        default -> given.addAll(numbers(settings.look(null, step == 5)));
      }
    }
    // a look takes no more than a poll's worth
    for (int i = 0; i <= steps.size(); i++) {
      given.addAll(numbers(settings.look(null, false)));
    }
    List<Integer> distinct = given.stream().distinct().toList();
    assertThat(distinct).isEqualTo(written);
    assertThat(given).isSorted();
  }

  private static List<Integer> numbers(Look look) {
    return texts(look).stream().map(Integer::parseInt).toList();
  }
}
