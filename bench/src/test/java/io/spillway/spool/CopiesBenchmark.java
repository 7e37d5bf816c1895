package io.spillway.spool;

import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.DispatcherBy;
import io.spillway.encode.CanalJsonRows;
import io.spillway.encode.RowFormat;
import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SourcePartition;
import io.spillway.layout.DateSeparator;
import io.spillway.wire.RowSerializer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to notice that an upstream may have sent rows again, while it sends none again: a
 * row's way from the decoder over the network's bytes into the spool's memory, with and without
 * what tells copies apart. The score is ns a row. From the repository's root: {@code scripts/jmh
 * CopiesBenchmark}, or, where a busy machine hides what JMH would show, {@code scripts/jmh pairs
 * CopiesBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 5, jvmArgs = "-Xmx1g")
public class CopiesBenchmark {
  private static final int PAIRS = 3000;
  private static final int ROWS = 2000;
  private static final int TABLES = 100;
  private static final int MESSAGE_BYTES = 500;

  /** Whether rows carry what tells copies apart. */
  @Param({"true", "false"})
  public boolean noticed;

  private final CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
  private final SourcePartition partition = new SourcePartition("shop", 0);
  private final long origin = RowOrigin.of(partition, 0);
  private final RowSerializer serializer = new RowSerializer();
  private final RowFormat format = new CanalJsonRows();
  private final DataOutputSerializer out = new DataOutputSerializer(1024);
  private final DataInputDeserializer in = new DataInputDeserializer();
  private byte[][] messages;

  @Setup
  public void fill() {
    messages = new byte[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      messages[i] = message(i);
    }
  }

  /** Rows of 100 tables in turn, few enough that the collector has nothing to copy. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long path() throws IOException {
    SpoolBudget budget =
        new SpoolBudget(
            new SpoolSettings(
                new SpoolMemory.Fixed(Long.MAX_VALUE),
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                new FileTargets(Long.MAX_VALUE, Long.MAX_VALUE),
                0,
                DateSeparator.NONE,
                ZoneOffset.UTC,
                0,
                "",
                false));
    Map<DispatcherId, DispatcherBuffer> buffers = new HashMap<>();
    for (byte[] message : messages) {
      Row read = (Row) decoder.decode(partition, 0, -1, null, message, 0, message.length);
      if (noticed) {
        read.from(origin);
      } else {
        read.from(0).printed(0);
      }
      out.clear();
      serializer.serialize(read, out);
      in.setBuffer(out.getSharedBuffer(), 0, out.length());
      Row row = serializer.deserialize(in);
      buffers
          .computeIfAbsent(row.dispatcher(), id -> new DispatcherBuffer(id, budget))
          .append(row, format, 0, Long.MAX_VALUE);
    }
    return budget.heapBytes();
  }

  /** Both in turn in one process, as CPU time of the thread; prints the quartiles. */
  public static void main(String[] arguments) throws IOException {
    CopiesBenchmark with = new CopiesBenchmark();
    with.noticed = true;
    with.fill();
    CopiesBenchmark without = new CopiesBenchmark();
    without.fill();
    for (int i = 0; i < PAIRS; i++) {
      with.path();
      without.path();
    }
    double[] paths = new double[PAIRS];
    double[] differences = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      boolean first = (i & 1) == 0;
      double one = cpuNs(first ? with : without);
      double other = cpuNs(first ? without : with);
      paths[i] = first ? other : one;
      differences[i] = first ? one - other : other - one;
    }
    Arrays.sort(paths);
    Arrays.sort(differences);
    System.out.printf(
        "ns of CPU a row: the path %.0f (median), noticing copies %.0f, %.0f, %.0f (quartiles)%n",
        paths[PAIRS / 2],
        differences[PAIRS / 4],
        differences[PAIRS / 2],
        differences[3 * PAIRS / 4]);
  }

  private static double cpuNs(CopiesBenchmark benchmark) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    benchmark.path();
    benchmark.path();
    return (threads.getCurrentThreadCpuTime() - before) / (2.0 * ROWS);
  }

  private static byte[] message(int id) {
    String head =
        "{\"id\":0,\"database\":\"shop\",\"table\":\"t%03d\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":1768472430400,\"ts\":1768472430951,\"sql\":\"\","
            + "\"sqlType\":{\"id\":-5,\"text\":12},\"mysqlType\":{\"id\":\"bigint\",\"text\":"
            + "\"varchar\"},\"old\":null,\"data\":[{\"id\":\"%d\",\"text\":\"";
    String tail = "\"}],\"_tidb\":{\"commitTs\":" + (463594436794777607L + id) + "}}";
    String start = String.format(head, id % TABLES, id);
    int room = MESSAGE_BYTES - start.length() - tail.length();
    return (start + "x".repeat(room) + tail).getBytes(StandardCharsets.UTF_8);
  }
}
