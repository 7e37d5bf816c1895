package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementBalanceTest {
  private final StatementBalance balance = new StatementBalance();

  @Test
  void whatIsReadIsAppliedMergedOrWaits() {
    balance.begunWith(2);
    balance.handedOn(5);
    balance.mergedOne();
    balance.appliedOne(2);
    balance.appliedOne(0);
    balance.appliedOne(1);
    assertThat(balance.difference(3)).isZero();
    assertThat(balance.applied()).isEqualTo(3);
    assertThat(balance.withoutFile()).isEqualTo(1);
    assertThat(balance.merged()).isEqualTo(1);
  }

  @Test
  void aMissingOrASpareStatementShows() {
    balance.handedOn(2);
    balance.appliedOne(1);
    assertThat(balance.difference(0)).isEqualTo(1);
    assertThat(balance.difference(2)).isEqualTo(-1);
    assertThat(balance.text(0))
        .isEqualTo(
            "2 read and 0 from the state, of which 0 had come before, 1 were applied and 0 wait");
  }

  @Test
  void filesOfDeliveredTablesAreDueOnce() {
    balance.announcedOne(true);
    balance.announcedOne(false);
    balance.announcedOne(true);
    assertThat(balance.takeAnnounced()).isEqualTo(2);
    assertThat(balance.takeAnnounced()).isZero();
  }
}
