package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.bulk.Mode;
import org.junit.jupiter.api.Test;

class ModeLogTest {
  private final ModeLog log = new ModeLog();

  @Test
  void keepsChangesUntilTheyAreTaken() {
    log.note(Mode.STEADY, 1);
    log.note(Mode.STEADY, 2);
    log.note(Mode.PROTECT, 3);
    assertThat(log.take())
        .containsExactly(new ModeChange(1, Mode.STEADY), new ModeChange(3, Mode.PROTECT));
    log.note(Mode.PROTECT, 4);
    assertThat(log.take()).as("the mode has stayed").isEmpty();
  }

  @Test
  void keepsTheNewestWhileNobodyTakesThem() {
    for (int ms = 0; ms < 1000; ms++) {
      log.note(ms % 2 == 0 ? Mode.STEADY : Mode.CATCH_UP, ms);
    }
    assertThat(log.take())
        .hasSize(ModeLog.MOST)
        .startsWith(new ModeChange(1000 - ModeLog.MOST, Mode.STEADY))
        .endsWith(new ModeChange(999, Mode.CATCH_UP));
  }
}
