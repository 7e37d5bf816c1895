package io.spillway.search;

import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.Random;

/** A writer on an engine in memory, and time that the test moves. */
abstract class BulkWriterFixture {
  static final long START = 1_768_472_430_400L;
  final FakeEngine engine = new FakeEngine();
  long now = START;
  BulkWriter writer = writer(WriterConfig.DEFAULT);

  BulkWriter writer(WriterConfig config) {
    return writer(config, DocumentConfig.DEFAULT);
  }

  BulkWriter writer(WriterConfig config, DocumentConfig documents) {
    return new BulkWriter(config, new RowDocuments(documents), engine, () -> now, new Random(1));
  }

  /** Lets time pass in steps of 50 ms, with every request answered at once. */
  void run(long ms) {
    for (long end = now + ms; now < end; now += 50) {
      writer.tick();
      engine.answer();
    }
  }

  /** Answers until nothing is asked any more about the indices of what was written. */
  void openIndices() {
    for (int i = 0; i < 4; i++) {
      engine.answer();
    }
  }

  void writeMany(int from, int to) {
    for (int id = from; id < to; id++) {
      writer.write(Rows.upsert(1000 + id, id, "n" + id));
    }
  }
}
