package io.spillway.tools.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.letters.Samples;
import io.spillway.policy.DeadLetter;
import io.spillway.tools.letters.ReplayLog.Put;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplaysTest {
  private static final List<DeadLetter> THREE =
      List.of(Samples.unreadable(1, "a"), Samples.unreadable(2, "b"), Samples.unreadable(3, "c"));

  @TempDir Path folder;
  private long now = 5_000;

  /** A topic in memory; it may die after so many letters. */
  private static final class Topic implements ReplayTarget {
    private final List<String> there = new ArrayList<>();
    private int diesAfter = Integer.MAX_VALUE;

    @Override
    public List<Put> plan(List<DeadLetter> letters) {
      List<Put> puts = new ArrayList<>();
      letters.forEach(letter -> puts.add(new Put(Replays.name(letter), "t", 0, there.size(), "")));
      return puts;
    }

    @Override
    public boolean has(Put put) {
      return put.partition() >= 0;
    }

    @Override
    public Set<String> found(List<Put> puts) {
      return new HashSet<>(there.subList((int) puts.get(0).from(), there.size()));
    }

    @Override
    public void put(List<DeadLetter> letters, List<Put> puts) throws IOException {
      for (DeadLetter letter : letters) {
        if (diesAfter-- == 0) {
          throw new IOException("killed");
        }
        there.add(Replays.name(letter));
      }
    }
  }

  private Replays replays() {
    return new Replays(folder.toUri().toString(), () -> now);
  }

  private int replay(List<DeadLetter> letters, ReplayTarget target, boolean again)
      throws IOException {
    Replays.Result chosen = replays().choose(letters, target, again);
    replays().put(chosen.put(), target);
    return chosen.put().size();
  }

  @Test
  void aLetterIsPutBackOnceUnlessItIsWantedAgain() throws IOException {
    Topic topic = new Topic();
    assertThat(replay(THREE.subList(0, 2), topic, false)).isEqualTo(2);
    assertThat(replay(THREE, topic, false)).isEqualTo(1);
    assertThat(replay(THREE, topic, false)).isZero();
    assertThat(topic.there)
        .containsExactly("decode orders-3@1", "decode orders-3@2", "decode orders-3@3");
    assertThat(replay(THREE.subList(0, 1), topic, true)).isEqualTo(1);
    assertThat(topic.there).hasSize(4);
    assertThat(replays().done()).hasSize(3);
  }

  @Test
  void twoLettersAboutOneMessageAreOneReplay() throws IOException {
    Topic topic = new Topic();
    DeadLetter letter = THREE.get(0);
    assertThat(replay(List.of(letter, letter), topic, false)).isEqualTo(1);
    assertThat(topic.there).hasSize(1);
  }

  @Test
  void whatARunThatDiedHadPutIsNotPutAgain() throws IOException {
    for (int died = 0; died <= 3; died++) {
      Path log = folder.resolve("died-" + died);
      Replays replays = new Replays(log.toUri().toString(), () -> now);
      Topic topic = new Topic();
      topic.diesAfter = died;
      List<DeadLetter> chosen = replays.choose(THREE, topic, false).put();
      if (died < 3) {
        assertThatThrownBy(() -> replays.put(chosen, topic)).hasMessage("killed");
      } else {
        // dies between the last message and the note of it
        ReplayLog noted = new ReplayLog(log.toUri().toString());
        noted.plan(topic.plan(chosen), now);
        topic.put(chosen, List.of());
      }
      topic.diesAfter = Integer.MAX_VALUE;
      List<DeadLetter> rest = replays.choose(THREE, topic, false).put();
      assertThat(rest).as("after %d", died).hasSize(3 - died);
      replays.put(rest, topic);
      assertThat(topic.there)
          .as("after %d", died)
          .containsExactly("decode orders-3@1", "decode orders-3@2", "decode orders-3@3");
      assertThat(replays.done()).hasSize(3);
    }
  }

  @Test
  void aRunThatDiedIsSettledWhereItPutAndNowhereElse() throws IOException {
    Topic topic = new Topic();
    topic.diesAfter = 1;
    List<DeadLetter> chosen = replays().choose(THREE, topic, false).put();
    assertThatThrownBy(() -> replays().put(chosen, topic)).hasMessage("killed");
    FolderTarget elsewhere = new FolderTarget(folder.resolve("in").toUri().toString());
    assertThatThrownBy(() -> replays().choose(THREE, elsewhere, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cut off");
  }

  @Test
  void aFolderGetsAFileARunThatAppearsWhole() throws IOException {
    Path in = folder.resolve("in");
    Files.createDirectories(in);
    Files.writeString(in.resolve("replay-4.ndjson"), "{}\n");
    FolderTarget target = new FolderTarget(in.toUri().toString());
    List<DeadLetter> letters =
        List.of(Samples.unreadable(1, "{\n\"a\":\r\n1}"), Samples.unreadable(2, "{}"));
    assertThat(replay(letters, target, false)).isEqualTo(2);
    assertThat(Files.readString(in.resolve("replay-5.ndjson"))).isEqualTo("{ \"a\":  1}\n{}\n");
    assertThat(replay(letters, target, false)).isZero();
    assertThat(replay(THREE.subList(2, 3), target, false)).isEqualTo(1);
    assertThat(Files.readString(in.resolve("replay-6.ndjson"))).isEqualTo("c\n");
  }

  @Test
  void aFileThatIsThereAfterARunDiedCountsAsPut() throws IOException {
    Path in = folder.resolve("in");
    FolderTarget target = new FolderTarget(in.toUri().toString());
    List<Put> puts = target.plan(THREE);
    new ReplayLog(folder.toUri().toString()).plan(puts, now);
    target.put(THREE, puts);
    assertThat(replay(THREE, target, false)).isZero();
    try (var files = Files.list(in)) {
      assertThat(files).hasSize(1);
    }
  }
}
