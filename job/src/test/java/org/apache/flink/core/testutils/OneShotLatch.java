package org.apache.flink.core.testutils;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one class that Flink's operator harnesses need besides their own jars; the artifact that has
 * it brings JUnit 4 along.
 */
public final class OneShotLatch {
  private final CountDownLatch latch = new CountDownLatch(1);

  public void trigger() {
    latch.countDown();
  }

  public boolean isTriggered() {
    return latch.getCount() == 0;
  }

  public void await() throws InterruptedException {
    latch.await();
  }

  public void await(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
    if (!latch.await(timeout, unit)) {
      throw new TimeoutException();
    }
  }
}
