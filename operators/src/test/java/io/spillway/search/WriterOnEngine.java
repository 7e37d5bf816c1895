package io.spillway.search;

import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The writer in the test's thread, on the real clock and the real client. */
final class WriterOnEngine implements AutoCloseable {
  private final LinkedBlockingQueue<Runnable> mail = new LinkedBlockingQueue<>();
  final RestBulkTransport transport;
  final List<DeadDocument> dead = new ArrayList<>();
  final BulkWriter writer;

  WriterOnEngine(ConnectionConfig connection, WriterConfig config) {
    this(connection, config, DocumentConfig.DEFAULT);
  }

  WriterOnEngine(ConnectionConfig connection, WriterConfig config, DocumentConfig documents) {
    transport = new RestBulkTransport(connection, 9);
    writer =
        new BulkWriter(
            config,
            new RowDocuments(documents),
            new QueuedTransport(transport, mail::add),
            System::currentTimeMillis,
            new Random(1));
  }

  void write(SearchRow row) throws InterruptedException {
    while (writer.full()) {
      work();
    }
    writer.write(row);
    for (Runnable reply; (reply = mail.poll()) != null; ) {
      reply.run();
    }
  }

  /** Works until a condition holds; fails after a minute. */
  void until(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within a minute: " + what + ", " + writer.view());
      }
      work();
    }
  }

  void finish() throws InterruptedException {
    writer.drain();
    until("everything finished", writer::empty);
    dead.addAll(writer.takeDead());
  }

  private void work() throws InterruptedException {
    Runnable reply = mail.poll(10, TimeUnit.MILLISECONDS);
    if (reply != null) {
      reply.run();
    }
    writer.tick();
  }

  @Override
  public void close() {
    transport.close();
  }
}
