package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.tools.run.Checkpoints.Complete;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;

class NewestStateTest {
  private static final List<Complete> FOUND =
      List.of(complete("b/chk-9"), complete("b/chk-8"), complete("a/chk-7"));
  private final List<String> told = new ArrayList<>();

  private static Complete complete(String name) {
    return new Complete(new Path("/checkpoints/" + name), 1);
  }

  @Test
  void theFirstThatCanBeReadIsTaken() {
    assertThat(new NewestState(path -> Optional.empty(), told::add).of(FOUND, Set.of()))
        .contains(new Path("/checkpoints/b/chk-9"));
    assertThat(told).isEmpty();
  }

  @Test
  void oneThatCannotBeReadIsPassedOverWithAWord() {
    NewestState.Check check =
        path -> {
          if (path.getName().equals("chk-9")) {
            throw new IOException("/checkpoints/b/shared/x of it is gone");
          }
          return Optional.empty();
        };
    assertThat(new NewestState(check, told::add).of(FOUND, Set.of()))
        .contains(new Path("/checkpoints/b/chk-8"));
    assertThat(told)
        .containsExactly("passed over /checkpoints/b/chk-9: /checkpoints/b/shared/x of it is gone");
  }

  @Test
  void whatIsAnothersOrOfBeforeIsNotTaken() {
    assertThat(new NewestState(path -> Optional.empty(), told::add).of(FOUND, Set.of("b")))
        .contains(new Path("/checkpoints/a/chk-7"));
    assertThat(
            new NewestState(path -> Optional.of("another made it"), told::add).of(FOUND, Set.of()))
        .isEmpty();
    assertThat(told).hasSize(3).allMatch(line -> line.endsWith(": another made it"));
  }
}
