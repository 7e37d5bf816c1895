package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.control.SettingsOrder.Verdict;
import io.spillway.event.TableScope;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SettingsOrderTest {
  private static Settings version(long version, TableScope... paused) {
    return new Settings(version, 0, List.of(paused), List.of());
  }

  @Test
  void anOlderVersionIsRefused() {
    SettingsOrder order = new SettingsOrder(false, null);
    assertThat(order.offer(version(2))).isEqualTo(Verdict.APPLIED);
    assertThat(order.offer(version(1))).isEqualTo(Verdict.OLDER);
    assertThat(order.current().version()).isEqualTo(2);
    assertThat(order.offer(version(2))).isEqualTo(Verdict.SAME);
    assertThat(order.offer(version(3))).isEqualTo(Verdict.APPLIED);
  }

  @Test
  void anOlderVersionIsRefusedAfterARestartToo() {
    SettingsOrder order = new SettingsOrder(false, version(7));
    assertThat(order.offer(version(6))).isEqualTo(Verdict.OLDER);
  }

  @Test
  void rollbackIsToldWhereItIsAllowed() {
    SettingsOrder order = new SettingsOrder(true, version(7));
    assertThat(order.offer(version(6))).isEqualTo(Verdict.ROLLED_BACK);
    assertThat(order.current().version()).isEqualTo(6);
  }

  @Test
  void aVersionIsGivenOnce() {
    SettingsOrder order = new SettingsOrder(true, version(7));
    assertThat(order.offer(version(7, TableScope.ALL))).isEqualTo(Verdict.CONTRADICTION);
    assertThat(order.current().paused()).isEmpty();
  }

  @Property
  void versionsNeverGoBack(@ForAll @Size(max = 30) List<@IntRange(min = 1, max = 9) Integer> all) {
    SettingsOrder order = new SettingsOrder(false, null);
    long highest = 0;
    for (int next : all) {
      boolean newer = next > highest;
      assertThat(order.offer(version(next)).takesEffect()).isEqualTo(newer);
      highest = Math.max(highest, next);
      assertThat(order.current().version()).isEqualTo(highest);
    }
  }

  @Test
  void freshnessIsReadingInTimeAndToldOnce() {
    Freshness freshness = new Freshness(new ControlSettings(1_000, 5_000, false), 0);
    assertThat(freshness.forcesRead(0)).isTrue();
    freshness.read(0);
    freshness.confirmed(0);
    assertThat(freshness.forcesRead(999)).isFalse();
    assertThat(freshness.forcesRead(1_000)).isTrue();
    freshness.read(4_900);
    assertThat(freshness.becameStale(5_000)).isFalse();
    assertThat(freshness.forcesRead(5_000)).isFalse();
    assertThat(freshness.becameStale(5_001)).isTrue();
    assertThat(freshness.becameStale(5_002)).isFalse();
    assertThat(freshness.forcesRead(5_001)).isTrue();
    assertThat(freshness.stalenessMs(6_000)).isEqualTo(6_000);
    freshness.confirmed(6_000);
    assertThat(freshness.becameStale(10_000)).isFalse();
    assertThat(freshness.becameStale(11_001)).isTrue();
  }
}
