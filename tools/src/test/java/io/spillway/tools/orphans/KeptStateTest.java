package io.spillway.tools.orphans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;

/** Beside a job that goes on: it takes a checkpoint away whenever it has a new one. */
class KeptStateTest {
  private static final Path SAVEPOINT = new Path("/savepoint");
  private final List<Path> reads = new ArrayList<>();
  private int newest = 1;

  private static Path checkpoint(int number) {
    return new Path("/chk-" + number);
  }

  private List<Path> list() {
    return List.of(SAVEPOINT, checkpoint(newest));
  }

  /** Every state has its own name as a token. */
  private static void tokens(Path state, Set<String> found) {
    found.add(state.getName());
  }

  @Test
  void readsOnUntilItHasReadAllThatIsThereAndNothingTwice() throws Exception {
    KeptState kept =
        new KeptState(
            this::list,
            (state, scan, found) -> {
              reads.add(state);
              if (!state.equals(SAVEPOINT) && newest < 20) {
                newest++;
                throw new FileNotFoundException(state.toString());
              }
              tokens(state, found);
            });

    KeptState.Found found = kept.find(List.of("savepoint", "chk-20"));

    assertThat(found.states()).containsExactly(SAVEPOINT, checkpoint(20));
    assertThat(found.tokens()).containsExactlyInAnyOrder("savepoint", "chk-20");
    assertThat(reads).hasSize(21).doesNotHaveDuplicates();
  }

  @Test
  void oneThatComesWhileAnotherIsReadIsReadToo() throws Exception {
    KeptState kept =
        new KeptState(
            this::list,
            (state, scan, found) -> {
              reads.add(state);
              if (reads.size() == 2) {
                newest = 2;
                throw new FileNotFoundException(state.toString());
              }
              tokens(state, found);
            });

    assertThat(kept.find(List.of("chk-2")).tokens()).contains("chk-2");
  }

  @Test
  void whatIsListedAndNeverThereSaysThatNothingIsKnown() {
    KeptState kept =
        new KeptState(
            this::list,
            (state, scan, found) -> {
              throw new FileNotFoundException("no " + state);
            });
    assertThatThrownBy(() -> kept.find(List.of("t")))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("chk-1");
  }

  @Test
  void anyOtherFailureIsToldAtOnce() {
    KeptState kept =
        new KeptState(
            this::list,
            (state, scan, found) -> {
              reads.add(state);
              throw new IOException("refused");
            });
    assertThatThrownBy(() -> kept.find(List.of("t"))).hasMessage("refused");
    assertThat(reads).hasSize(1);
  }
}
