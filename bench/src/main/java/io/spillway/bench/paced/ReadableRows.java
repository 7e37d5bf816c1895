package io.spillway.bench.paced;

import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.util.Collector;

/** Reads each file as soon as it has been committed. Only for a job in this process. */
final class ReadableRows implements FlatMapFunction<CommittableMessage<CommitPlan>, Long> {
  private static final long serialVersionUID = 1L;

  /** Of the job that runs now. */
  static volatile Arrivals arrivals = new Arrivals(0, 0);

  private final String root;
  private final int digits;
  private final String extension;

  ReadableRows(Path root, int digits, String extension) {
    this.root = root.toString();
    this.digits = digits;
    this.extension = extension;
  }

  @Override
  public void flatMap(CommittableMessage<CommitPlan> message, Collector<Long> out)
      throws IOException {
    if (message instanceof CommittableWithLineage<CommitPlan> committed) {
      long now = System.currentTimeMillis();
      Layout layout = new Layout(digits, extension);
      for (Written.Data file : committed.getCommittable().data()) {
        read(Path.of(root, layout.path(file.sealed().file())), now);
      }
    }
  }

  private static void read(Path file, long now) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(line -> arrivals.arrived(PacedRows.timeOf(line), now));
    }
  }
}
