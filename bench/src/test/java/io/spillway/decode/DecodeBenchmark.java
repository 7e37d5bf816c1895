package io.spillway.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.SourcePartition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * The decoder beside a bare Jackson token scan. One operation is 2,000 messages of 500 bytes, so
 * the score in ops/s is MB/s (10^6 bytes). From the repository's root: {@code scripts/jmh
 * DecodeBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 2, jvmArgs = "-Xmx1g")
public class DecodeBenchmark {
  private static final int MESSAGES = 2000;
  private static final int MESSAGE_BYTES = 500;

  /** What the messages hold: few long columns, many short ones, or text that isn't ASCII. */
  @Param({"wide", "narrow", "chinese"})
  public String content;

  /** Tables that take turns at random, or one. */
  @Param({"1", "1000"})
  public int tables;

  private final JsonFactory jackson = new JsonFactory();
  private final CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
  private final SourcePartition partition = new SourcePartition("shop", 0);
  private byte[][] messages;

  @Setup
  public void fill() {
    Random random = new Random(42);
    messages = new byte[MESSAGES][];
    for (int i = 0; i < MESSAGES; i++) {
      messages[i] = message(random, i);
      Event event = decoder.decode(partition, i, -1, null, messages[i], 0, MESSAGE_BYTES);
      if (messages[i].length != MESSAGE_BYTES || event instanceof Poison) {
        throw new IllegalStateException(event.toString());
      }
    }
  }

  @Benchmark
  public void decode(Blackhole sink) {
    for (byte[] message : messages) {
      sink.consume(decoder.decode(partition, 0, -1, null, message, 0, message.length));
    }
  }

  @Benchmark
  public void jacksonTokens(Blackhole sink) throws IOException {
    for (byte[] message : messages) {
      int tokens = 0;
      try (JsonParser parser = jackson.createParser(message, 0, message.length)) {
        while (parser.nextToken() != null) {
          tokens++;
        }
      }
      sink.consume(tokens);
    }
  }

  private byte[] message(Random random, int id) {
    int columns = content.equals("narrow") ? 5 : 2;
    StringBuilder sqlTypes = new StringBuilder("\"id\":-5");
    StringBuilder types = new StringBuilder("\"id\":\"bigint\"");
    StringBuilder row = new StringBuilder("\"id\":\"" + id + "\"");
    for (int c = 1; c < columns; c++) {
      sqlTypes.append(",\"c").append(c).append("\":12");
      types.append(",\"c").append(c).append("\":\"varchar\"");
      row.append(",\"c").append(c).append("\":\"v").append(random.nextInt(10_000)).append('"');
    }
    String head =
        "{\"id\":0,\"database\":\"shop\",\"table\":\"t%03d\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":1768472430400,\"ts\":1768472430951,\"sql\":\"\","
            + "\"sqlType\":{%s},\"mysqlType\":{%s},\"old\":null,\"data\":[{%s,\"text\":\"";
    String tail = "\"}],\"_tidb\":{\"commitTs\":" + (463594436794777607L + id) + "}}";
    String start = String.format(head, random.nextInt(tables), sqlTypes, types, row);
    int room = MESSAGE_BYTES - start.length() - tail.length();
    String filler = content.equals("chinese") ? "订单已付款".repeat(room / 15) : "";
    int blanks = room - filler.getBytes(StandardCharsets.UTF_8).length;
    return (start + filler + "x".repeat(blanks) + tail).getBytes(StandardCharsets.UTF_8);
  }
}
