package io.spillway.search.document;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Rows of canal-json to items of a bulk request; one operation is one row of 12 columns and about
 * 1,100 bytes. {@code scripts/jmh DocumentBenchmark -prof gc} shows the bytes that a row costs,
 * too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 2)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class DocumentBenchmark {
  private static final int ROWS = 1000;
  private final RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
  private byte[][] rows;

  @Setup
  public void fill() {
    Random random = new Random(42);
    rows = new byte[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      rows[i] = row(random, i).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static String row(Random random, int id) {
    StringBuilder sql = new StringBuilder("\"id\":-5");
    StringBuilder mysql = new StringBuilder("\"id\":\"bigint unsigned\"");
    StringBuilder data = new StringBuilder("\"id\":\"" + id + "\"");
    String[] types = {"int", "varchar(64)", "decimal(12,2)", "datetime(3)"};
    int[] codes = {4, 12, 3, 93};
    for (int c = 1; c < 12; c++) {
      int kind = c % types.length;
      String value =
          switch (kind) {
            case 0 -> Integer.toString(random.nextInt());
            case 1 -> "text of a column " + random.nextLong();
            case 2 -> random.nextInt(1_000_000) + ".25";
            default -> "2026-03-04 05:06:07.123";
          };
      sql.append(",\"column_").append(c).append("\":").append(codes[kind]);
      mysql.append(",\"column_").append(c).append("\":\"").append(types[kind]).append('"');
      data.append(",\"column_").append(c).append("\":\"").append(value).append('"');
    }
    return "{\"id\":0,\"database\":\"shop\",\"table\":\"orders\",\"pkNames\":[\"id\"],\"isDdl\":false,"
        + "\"type\":\"INSERT\",\"es\":1,\"ts\":1,\"sql\":\"\",\"sqlType\":{"
        + sql
        + "},\"mysqlType\":{"
        + mysql
        + "},\"old\":null,\"data\":[{"
        + data
        + "}],\"_tidb\":{\"commitTs\":463594436794777600}}";
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void documents(Blackhole sink) throws RefusedRowException {
    for (byte[] row : rows) {
      sink.consume(documents.of(row, 463594436794777600L));
    }
  }
}
