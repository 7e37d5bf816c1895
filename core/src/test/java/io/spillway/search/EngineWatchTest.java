package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import org.junit.jupiter.api.Test;

class EngineWatchTest {
  private static final Lost REFUSED =
      new Lost(Loss.UNREACHABLE, "ConnectException: Connection refused");
  private static final Answered FINE = new Answered(200, new byte[0]);
  private final EngineWatch watch = new EngineWatch("http://search:9200");

  @Test
  void anOutageIsReportedWithHostAndCauseEachMinuteAndItsEndOnce() {
    watch.seen(REFUSED, 1_000);
    assertThat(watch.line(7, 5_000)).isEmpty();
    assertThat(watch.line(7, 6_000).orElseThrow())
        .contains("http://search:9200", "Connection refused", "7 rows", "1970-01-01T00:00:01Z");
    watch.seen(REFUSED, 30_000);
    assertThat(watch.line(7, 65_000)).isEmpty();
    assertThat(watch.line(8, 66_000).orElseThrow()).contains("8 rows");
    assertThat(watch.awayMs(66_000)).isEqualTo(65_000);
    assertThat(watch.alert(66_000)).isEqualTo("engine-away");
    watch.seen(FINE, 70_000);
    assertThat(watch.line(0, 70_000).orElseThrow()).contains("answers again");
    assertThat(watch.line(0, 70_001)).isEmpty();
    assertThat(watch.alert(70_001)).isNull();
  }

  @Test
  void oneLostRequestIsNoOutage() {
    watch.seen(REFUSED, 1_000);
    watch.seen(FINE, 3_000);
    watch.seen(REFUSED, 4_000);
    assertThat(watch.awayMs(8_999)).isZero();
    assertThat(watch.line(1, 8_999)).isEmpty();
  }

  @Test
  void anEngineThatIsFullOrRefusesDocumentsIsThere() {
    watch.seen(new Answered(429, new byte[0]), 1_000);
    watch.seen(new Answered(400, new byte[0]), 2_000);
    assertThat(watch.awayMs(100_000)).isZero();
  }
}
