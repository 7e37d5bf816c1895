package io.spillway.decode;

import io.spillway.event.SourcePartition;
import io.spillway.event.TableFilter;
import io.spillway.layout.Layout;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.Mask;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
 * What rules cost a row of 500 bytes: a table that none is for, another name, a masked column. From
 * the repository's root: {@code scripts/jmh RulesBenchmark}, or in pairs within one process {@code
 * scripts/jmh pairs RulesBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 5, jvmArgs = "-Xmx1g")
public class RulesBenchmark {
  private static final int PAIRS = 2000;
  private static final int ROWS = 2000;
  private static final int TABLES = 100;
  private static final int MESSAGE_BYTES = 500;

  /** Nothing around the decoder; rules for other tables; a new name; a masked column. */
  @Param({"none", "others", "name", "mask"})
  public String rules;

  private final SourcePartition partition = new SourcePartition("shop", 0);
  private MessageDecoder decoder;
  private byte[][] messages;

  @Setup
  public void fill() {
    MessageDecoder plain = new CanalJsonDecoder(DispatcherBy.TABLE);
    decoder =
        rules.equals("none")
            ? plain
            : new RuledDecoder(plain, new TableRules(List.of(rule())), Layout::unusable);
    messages = new byte[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      messages[i] = message(i);
    }
  }

  private TableRules.Rule rule() {
    boolean renames = rules.equals("name");
    return new TableRules.Rule(
        new TableFilter(List.of(rules.equals("others") ? "crm.*" : "shop.*")),
        renames ? new Route.Renamed(new NamePart("lake"), new NamePart("{table}")) : Route.SAME,
        Set.of(),
        renames ? ColumnRules.NONE : new ColumnRules(Set.of(), Map.of("name", new Mask.Sha256())),
        TableRules.Files.AS_ALL,
        1);
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int decode() {
    int hash = 0;
    for (byte[] message : messages) {
      hash += decoder.decode(partition, 0, -1, null, message, 0, message.length).hashCode();
    }
    return hash;
  }

  /** Each with rules beside one without, in turn: what else the machine does hits both alike. */
  public static void main(String[] arguments) {
    RulesBenchmark without = benchmark("none");
    for (String rules : List.of("others", "name", "mask")) {
      RulesBenchmark with = benchmark(rules);
      double[] paths = new double[PAIRS];
      double[] differences = new double[PAIRS];
      for (int i = -PAIRS; i < PAIRS; i++) {
        boolean first = (i & 1) == 0;
        double one = cpuNs(first ? with : without);
        double other = cpuNs(first ? without : with);
        if (i >= 0) {
          paths[i] = first ? other : one;
          differences[i] = first ? one - other : other - one;
        }
      }
      Arrays.sort(paths);
      Arrays.sort(differences);
      System.out.printf(
          "ns of CPU a row: decoding %.0f (median), rules (%s) %.0f, %.0f, %.0f (quartiles)%n",
          paths[PAIRS / 2],
          rules,
          differences[PAIRS / 4],
          differences[PAIRS / 2],
          differences[3 * PAIRS / 4]);
    }
  }

  private static RulesBenchmark benchmark(String rules) {
    RulesBenchmark benchmark = new RulesBenchmark();
    benchmark.rules = rules;
    benchmark.fill();
    return benchmark;
  }

  private static double cpuNs(RulesBenchmark benchmark) {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    benchmark.decode();
    long after = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    return (after - before) / (double) ROWS;
  }

  private static byte[] message(int id) {
    String head =
        "{\"id\":0,\"database\":\"shop\",\"table\":\"t%03d\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":1768472430400,\"ts\":1768472430951,\"sql\":\"\","
            + "\"sqlType\":{\"id\":-5,\"name\":12,\"text\":12},\"mysqlType\":{\"id\":\"bigint\","
            + "\"name\":\"varchar\",\"text\":\"varchar\"},\"old\":null,"
            + "\"data\":[{\"id\":\"%d\",\"name\":\"somebody\",\"text\":\"";
    String tail = "\"}],\"_tidb\":{\"commitTs\":" + (463594436794777607L + id) + "}}";
    String start = String.format(head, id % TABLES, id);
    int room = MESSAGE_BYTES - start.length() - tail.length();
    return (start + "x".repeat(room) + tail).getBytes(StandardCharsets.UTF_8);
  }
}
