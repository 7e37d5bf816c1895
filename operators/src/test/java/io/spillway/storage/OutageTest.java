package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OutageTest {
  private final AtomicLong nowMs = new AtomicLong(-5000);
  private final Outage outage = new Outage(nowMs::get);

  @Test
  void lastsFromTheFirstFailureUntilASuccess() {
    assertThat(outage.lastsMs()).isZero();
    outage.failed();
    nowMs.addAndGet(40_000);
    outage.failed();
    nowMs.addAndGet(20_000);
    assertThat(outage.lastsMs()).isEqualTo(60_000);
    outage.succeeded();
    assertThat(outage.lastsMs()).isZero();
    outage.failed();
    nowMs.addAndGet(1);
    assertThat(outage.lastsMs()).isEqualTo(1);
  }
}
