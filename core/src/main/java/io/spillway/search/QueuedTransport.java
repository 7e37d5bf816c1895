package io.spillway.search;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Brings the replies of a transport into one thread. */
final class QueuedTransport implements BulkTransport {
  private final BulkTransport transport;
  private final Executor home;

  /**
   * @param home runs what it is given one after the other in the writer's thread
   */
  QueuedTransport(BulkTransport transport, Executor home) {
    this.transport = transport;
    this.home = home;
  }

  @Override
  public void send(Call call, Consumer<Reply> whenDone) {
    transport.send(call, reply -> home.execute(() -> whenDone.accept(reply)));
  }

  @Override
  public void close() {
    transport.close();
  }
}
