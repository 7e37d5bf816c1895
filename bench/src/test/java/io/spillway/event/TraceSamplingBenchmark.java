package io.spillway.event;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs each row to learn whether its trace is followed. Run it with {@code scripts/jmh
 * TraceSamplingBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class TraceSamplingBenchmark {
  /** No header, three that aren't meant, or those and a traceparent without the sampled flag. */
  @Param({"none", "others", "parent"})
  public String headers;

  @Param({"0.001"})
  public double ratio;

  private final SourcePartition partition = new SourcePartition("shop", 3);
  private TraceSampling sampling;
  private List<Header> list;
  private long offset;

  @Setup
  public void fill() {
    sampling = new TraceSampling(ratio);
    list = new ArrayList<>();
    if (!headers.equals("none")) {
      for (String name : new String[] {"region", "content-type", "schema"}) {
        list.add(new Header(name, new byte[] {1}));
      }
    }
    if (headers.equals("parent")) {
      String value = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
      list.add(new Header(TraceId.HEADER, value.getBytes(StandardCharsets.US_ASCII)));
    }
  }

  @Benchmark
  public String idOf() {
    return sampling.idOf(list, partition, offset++);
  }
}
