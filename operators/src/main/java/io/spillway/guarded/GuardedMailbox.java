package io.spillway.guarded;

import io.spillway.policy.Failures;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;

/** A writer that hears of a failure in another thread throws it from a mail. */
record GuardedMailbox(MailboxExecutor mailbox, Failures failures) implements MailboxExecutor {
  @Override
  public void execute(
      MailOptions options,
      ThrowingRunnable<? extends Exception> command,
      String format,
      Object... values) {
    mailbox.execute(options, () -> run(command), format, values);
  }

  private void run(ThrowingRunnable<? extends Exception> command) throws Exception {
    try {
      command.run();
    } catch (Exception e) {
      var unused = failures.decide(e);
      throw e;
    }
  }

  @Override
  public void yield() throws InterruptedException {
    mailbox.yield();
  }

  @Override
  public boolean tryYield() {
    return mailbox.tryYield();
  }

  @Override
  public boolean shouldInterrupt() {
    return mailbox.shouldInterrupt();
  }
}
