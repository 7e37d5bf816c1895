package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.storage.DataDir;
import io.spillway.storage.DataFile;
import io.spillway.storage.FlushReason;
import io.spillway.storage.SealedFile;
import org.junit.jupiter.api.Test;

class FlushLogTest {
  private static final long INTERVAL = 10_000;

  private final FlushLog log = new FlushLog(INTERVAL);

  @Test
  void firstFileOfADispatcherIsToldAndThoseWithinTheIntervalAreCounted() {
    assertThat(log.admit("shop.orders", 5)).isZero();
    assertThat(log.admit("shop.orders", 6)).isEqualTo(-1);
    assertThat(log.admit("shop.orders", 5 + INTERVAL - 1)).isEqualTo(-1);
    assertThat(log.admit("shop.orders", 5 + INTERVAL)).isEqualTo(2);
    assertThat(log.admit("shop.orders", 6 + INTERVAL)).isEqualTo(-1);
    assertThat(log.admit("shop.orders", 5 + 2 * INTERVAL)).isEqualTo(1);
    assertThat(log.admit("shop.orders", 5 + 3 * INTERVAL)).isZero();
  }

  @Test
  void dispatchersDoNotSilenceEachOther() {
    assertThat(log.admit("shop.orders", 5)).isZero();
    assertThat(log.admit("shop.items", 5)).isZero();
    assertThat(log.admit("shop.orders", 6)).isEqualTo(-1);
    assertThat(log.admit("shop.items", 5 + INTERVAL)).isZero();
  }

  @Test
  void clockThatIsPutBackDoesNotSilence() {
    assertThat(log.admit("shop.orders", 1_000_000)).isZero();
    assertThat(log.admit("shop.orders", 5)).isZero();
  }

  @Test
  void dispatchersThatHaveNothingToTellAreForgotten() {
    for (int i = 0; i < 10_000; i++) {
      log.admit("t" + i, i % 2);
    }
    log.admit("t7", 2);
    assertThat(log.remembered()).isEqualTo(10_000);

    log.admit("new", INTERVAL + 1);

    // t7 has a line that was left out
    assertThat(log.remembered()).isEqualTo(2);
    assertThat(log.admit("t7", INTERVAL + 1)).isEqualTo(1);
  }

  @Test
  void lineNamesWhatWasDecided() {
    DataFile file = new DataFile(new DataDir(new TableId("shop", "a\"b"), 17, ""), "", 4);
    SealedFile sealed = new SealedFile(file, "shop.a\"b", FlushReason.INTERVAL, 3, 120, 20, 25);

    assertThat(FlushLog.line(sealed, 5_003, 2))
        .isEqualTo(
            "flush dispatcher=\"shop.a\\\"b\" reason=interval rows=3 bytes=120 age_ms=5003"
                + " version=17 number=4 left_out=2");
  }
}
