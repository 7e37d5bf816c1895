package io.spillway.tools.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.Header;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.letters.LetterLog;
import io.spillway.job.letters.Samples;
import io.spillway.policy.DeadLetter;
import io.spillway.testing.Eventually;
import io.spillway.tools.letters.ReplayLog.Put;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What holds of dead letters wherever they are: each is there with the checkpoint of its message,
 * once and as it came, and is put back once.
 */
public abstract class LetterContract {
  protected static final List<DeadLetter> THREE =
      List.of(Samples.unreadable(1, "a"), Samples.unreadable(2, "b"), Samples.unreadable(3, "c"));

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Larger than a record of any backend may be. */
  private static final int LARGE = 40 << 10;

  /** A pipeline whose letters have a place where none are yet. */
  protected abstract PipelineConfig pipeline() throws Exception;

  /** A place to put letters back that nothing was put to yet, under the pipeline's name. */
  protected abstract ReplayTarget target(PipelineConfig pipeline) throws Exception;

  /** Values that were put back, in their order. */
  protected abstract List<String> putBack(PipelineConfig pipeline) throws Exception;

  /** After how many of three letters a replay can die. */
  protected abstract List<Integer> deaths();

  /** The letters that a reader finds. */
  protected static List<DeadLetter> read(PipelineConfig pipeline) throws IOException {
    return new DeadLetters(pipeline.errors()).read(LetterFilter.ALL);
  }

  private static PipelineConfig written(PipelineConfig pipeline, List<DeadLetter> letters)
      throws Exception {
    try (LetterLog<?, ?> log = LetterLog.open(pipeline)) {
      for (DeadLetter letter : letters) {
        log.write(letter);
      }
      log.checkpoint();
      log.commit();
    }
    assertRead(pipeline, letters, "after a commit");
    return pipeline;
  }

  /** A topic shows them a moment after the commit. */
  private static void assertRead(PipelineConfig pipeline, List<DeadLetter> letters, String when)
      throws Exception {
    Eventually.holds(
        LIMIT, () -> read(pipeline).size() >= letters.size(), () -> when + ": letters are missing");
    assertThat(read(pipeline)).as(when).usingRecursiveComparison().isEqualTo(letters);
  }

  @Test
  void aLetterIsWholeAndAsItCame() throws Exception {
    List<Header> headers = List.of(new Header("h", new byte[] {9, -1}), new Header("n", null));
    List<DeadLetter> letters =
        List.of(
            Samples.unreadable(1, "\u0000 no \n JSON"),
            Samples.unreadable(2, ""),
            Samples.refused(99, 100, headers));
    written(pipeline(), letters);
  }

  @Test
  void oneThatIsLargerThanARecordMayBeIsWholeToo() throws Exception {
    List<DeadLetter> letters =
        List.of(Samples.unreadable(1, "small"), Samples.refused(99, LARGE, List.of()));
    written(pipeline(), letters);
  }

  @Test
  void aLetterIsSeenWithItsCheckpointAndNotBefore() throws Exception {
    PipelineConfig pipeline = pipeline();
    try (LetterLog<?, ?> log = LetterLog.open(pipeline)) {
      log.write(THREE.get(0));
      assertRead(pipeline, List.of(), "before a checkpoint");
      log.checkpoint();
      assertRead(pipeline, List.of(), "before the commit");
      log.write(THREE.get(1));
      log.commit();
      assertRead(pipeline, THREE.subList(0, 1), "after the commit");
      log.checkpoint();
      log.commit();
      assertRead(pipeline, THREE.subList(0, 2), "after the next");
    }
  }

  @Test
  void eachIsThereOnceWhereverTheCrashComes() throws Exception {
    for (int crashAfter = 0; crashAfter <= 6; crashAfter++) {
      PipelineConfig pipeline = pipeline();
      try (LetterLog<?, ?> log = LetterLog.open(pipeline)) {
        for (int step = 0; step <= 6; step++) {
          switch (step) {
            case 0, 1 -> log.write(THREE.get(step));
            case 2 -> log.checkpoint();
            case 3 -> log.commit();
            case 4 -> log.write(THREE.get(2));
            case 5 -> log.checkpoint();
            default -> log.commit();
          }
          if (step == crashAfter) {
            log.crash();
          }
        }
      }
      assertRead(pipeline, THREE, "crash after step " + crashAfter);
    }
  }

  @Test
  void aCommitThatIsRepeatedChangesNothing() throws Exception {
    PipelineConfig pipeline = pipeline();
    try (LetterLog<?, ?> log = LetterLog.open(pipeline)) {
      for (DeadLetter letter : THREE) {
        log.write(letter);
      }
      log.checkpoint();
      for (int i = 0; i < 3; i++) {
        log.commit();
        log.crash();
      }
      log.commit();
    }
    assertRead(pipeline, THREE, "after four");
  }

  private static Replays replays(PipelineConfig pipeline) {
    return new Replays(new DeadLetters(pipeline.errors()).folder(), () -> 5_000);
  }

  private static int replay(PipelineConfig pipeline, ReplayTarget target) throws IOException {
    List<DeadLetter> chosen = replays(pipeline).choose(read(pipeline), target, false).put();
    replays(pipeline).put(chosen, target);
    return chosen.size();
  }

  @Test
  void eachIsPutBackOnceAndThatIsNoted() throws Exception {
    PipelineConfig pipeline = written(pipeline(), THREE);
    ReplayTarget target = target(pipeline);
    assertThat(replay(pipeline, target)).isEqualTo(3);
    assertThat(replay(pipeline, target)).isZero();
    assertThat(putBack(pipeline)).containsExactly("a", "b", "c");
    assertThat(replays(pipeline).done())
        .containsExactlyInAnyOrder("decode orders-3@1", "decode orders-3@2", "decode orders-3@3");
    assertRead(pipeline, THREE, "letters stay");
  }

  @Test
  void eachIsPutBackOnceWhereverAReplayDies() throws Exception {
    for (int died : deaths()) {
      PipelineConfig pipeline = written(pipeline(), THREE);
      ReplayTarget target = target(pipeline);
      assertThatThrownBy(() -> replay(pipeline, new Dying(target, died))).hasMessage("killed");
      assertThat(replay(pipeline, target)).as("after %d", died).isEqualTo(3 - died);
      assertThat(putBack(pipeline)).as("after %d", died).containsExactly("a", "b", "c");
      assertThat(replays(pipeline).done()).as("after %d", died).hasSize(3);
    }
  }

  /** Puts so many letters, and is gone before it can say so. */
  private record Dying(ReplayTarget target, int after) implements ReplayTarget {
    @Override
    public List<Put> plan(List<DeadLetter> letters) throws IOException {
      return target.plan(letters);
    }

    @Override
    public boolean has(Put put) {
      return target.has(put);
    }

    @Override
    public Set<String> found(List<Put> puts) throws IOException {
      return target.found(puts);
    }

    @Override
    public void put(List<DeadLetter> letters, List<Put> puts) throws IOException {
      if (after > 0) {
        target.put(letters.subList(0, after), puts.subList(0, after));
      }
      throw new IOException("killed");
    }
  }
}
