package io.spillway.search;

import java.util.function.Consumer;

/** Shows every reply to somebody before it goes on. */
final class WatchedTransport implements BulkTransport {
  private final BulkTransport transport;
  private final Consumer<Reply> watcher;

  WatchedTransport(BulkTransport transport, Consumer<Reply> watcher) {
    this.transport = transport;
    this.watcher = watcher;
  }

  @Override
  public void send(Call call, Consumer<Reply> whenDone) {
    transport.send(
        call,
        reply -> {
          watcher.accept(reply);
          whenDone.accept(reply);
        });
  }

  @Override
  public void close() {
    transport.close();
  }
}
