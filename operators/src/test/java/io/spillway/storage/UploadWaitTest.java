package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class UploadWaitTest {
  private final CompletableFuture<String> upload = new CompletableFuture<>();
  private final List<String> lines = new ArrayList<>();

  /** The upload is done when the second line has been written, however fast the machine is. */
  private final UploadWait wait =
      new UploadWait(
          "s3://lake/shop",
          1,
          line -> {
            lines.add(line);
            if (lines.size() == 2) {
              upload.complete("written");
            }
          });

  @Test
  void anUploadThatTakesLongIsALineEachTimeUntilItIsThere() throws Exception {
    wait.begin();

    assertThat(wait.await(upload, 3)).isEqualTo("written");

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .startsWith("a checkpoint has waited 0 s for 3 uploads to s3://lake/shop: the storage");
  }

  @Test
  void onesThatAreThereOrHaveFailedAreNoLine() throws Exception {
    assertThat(wait.await(CompletableFuture.completedFuture("there"), 1)).isEqualTo("there");
    assertThatThrownBy(() -> wait.await(CompletableFuture.failedFuture(new IOException("x")), 1))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("x");
    assertThat(lines).isEmpty();
  }
}
