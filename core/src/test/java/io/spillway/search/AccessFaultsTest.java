package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import org.junit.jupiter.api.Test;

class AccessFaultsTest {
  private final AccessFaults faults = new AccessFaults();

  @Test
  void namesTheKeyThatMendsACertificate() {
    faults.seen(new Lost(Loss.UNTRUSTED, "no path"), 1);
    assertThat(faults.current()).contains("no path").contains("elasticsearch.tls.ca");
  }

  @Test
  void namesTheKeysOfARefusedLogin() {
    faults.seen(new Answered(401, new byte[0]), 1);
    assertThat(faults.current()).contains("api-key");
  }

  @Test
  void endsWithAnAnswerAndNotWithALostRequest() {
    faults.seen(new Answered(401, new byte[0]), 1);
    faults.seen(new Lost(Loss.TIMEOUT, "t"), 2);
    assertThat(faults.current()).isNotNull();
    faults.seen(new Answered(200, new byte[0]), 3);
    assertThat(faults.current()).isNull();
  }

  @Test
  void otherAnswersAreNoFault() {
    faults.seen(new Answered(429, new byte[0]), 1);
    faults.seen(new Lost(Loss.CUT, "reset"), 2);
    assertThat(faults.current()).isNull();
  }
}
