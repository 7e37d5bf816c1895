package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InlineBudgetTest {
  @Test
  void smallFilesAreTakenUntilTheShareOfASubtaskIsSpent() {
    InlineBudget budget = new InlineBudget(100, 1000, 4);
    assertThat(budget.take(101)).isFalse();
    assertThat(budget.take(100)).isTrue();
    assertThat(budget.take(100)).isTrue();
    assertThat(budget.take(51)).isFalse();
    assertThat(budget.take(50)).isTrue();
    assertThat(budget.bytes()).isEqualTo(250);
  }

  @Test
  void whatACompleteCheckpointHadIsGivenBack() {
    InlineBudget budget = new InlineBudget(100, 250, 1);
    assertThat(budget.take(100)).isTrue();
    budget.barrier(1, 0);
    assertThat(budget.take(100)).isTrue();
    budget.barrier(2, 0);
    assertThat(budget.take(100)).as("two checkpoints that have not been completed").isFalse();
    budget.barrier(3, 1);
    assertThat(budget.bytes()).isEqualTo(100);
    assertThat(budget.take(100)).isTrue();
    budget.barrier(4, 3);
    assertThat(budget.bytes()).as("a complete one covers those before it").isEqualTo(100);
  }

  @Test
  void nothingIsTakenWhereFilesAreToBeUploaded() {
    assertThat(new InlineBudget(0, 1000, 1).take(1)).isFalse();
    assertThat(new InlineBudget(100, 30, 2).fileBytes())
        .as("never more than a share")
        .isEqualTo(15);
  }
}
