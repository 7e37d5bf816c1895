package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CommitFaultTest {
  @Test
  void theReasonAtTheBottomIsSaid() {
    IOException failure =
        new IOException(
            "Failed to async upload object for key: shop/metadata",
            new CompletionException(new IllegalArgumentException("no hash\nat all")));
    assertThat(CommitFault.text(failure))
        .isEqualTo("Failed to async upload object for key: shop/metadata: no hash");
  }

  @Test
  void aReasonThatWasSaidIsNotRepeated() {
    assertThat(CommitFault.text(new IOException("can't put it: away", new IOException("away"))))
        .isEqualTo("can't put it: away");
    assertThat(CommitFault.text(new IOException("full"))).isEqualTo("full");
  }

  @Test
  void aKindStandsForAMissingMessage() {
    assertThat(CommitFault.text(new IOException(null, new InterruptedException())))
        .isEqualTo("IOException: InterruptedException");
  }

  @Test
  void aFullDiskHasItsCureInTheLine() {
    assertThat(CommitFault.text(new IOException("No space left on device")))
        .isEqualTo("No space left on device. Make room there: the job tries again by itself");
    assertThat(CommitFault.text(new IOException("x", new IOException("Disk quota exceeded"))))
        .isEqualTo("x: Disk quota exceeded. Make room there: the job tries again by itself");
  }
}
