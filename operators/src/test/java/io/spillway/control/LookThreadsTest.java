package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LookThreadsTest {
  private final LookThreads.Running threads = LookThreads.ONE_DAEMON.start();
  private final CompletableFuture<Thread> last = new CompletableFuture<>();

  private void close() throws InterruptedException {
    threads.close(() -> last.complete(Thread.currentThread()));
  }

  @Test
  void whatIsHeldIsGivenUpInTheThreadThatLooked() throws Exception {
    Thread looked = threads.submit(Thread::currentThread).get();
    close();
    assertThat(last.get()).isSameAs(looked).isNotSameAs(Thread.currentThread());
    looked.join();
  }

  @Test
  void aLookThatWaitsIsBrokenOffFirst() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> look =
        threads.submit(
            () -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return null;
            });
    begun.await();
    close();
    assertThat(last.get().isInterrupted()).isFalse();
    assertThatThrownBy(look::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void aLookThatCannotBeBrokenOffHoldsNobodyUp() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    CompletableFuture<Boolean> look =
        threads.submit(
            () -> {
              begun.countDown();
              boolean done = false;
              while (!done) {
                try {
                  done = released.await(1, TimeUnit.HOURS);
                } catch (InterruptedException e) {
                  // as a client that swallows it
                }
              }
              return done;
            });
    begun.await();
    close();
    assertThat(look).isNotDone();
    released.countDown();
    assertThat(look.get()).isTrue();
  }
}
