package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.SourcePartition;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
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
 * What a row of debezium-json costs, with its schema in the message and without. One operation is
 * 1,000 rows of eight columns (bigint, decimal, text, two dates, blob, enum, double) in one table,
 * so the score in ops/s is thousands of rows a second. {@code scripts/jmh DebeziumBenchmark -prof
 * gc} shows the bytes allocated in each operation, too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class DebeziumBenchmark {
  private static final int MESSAGES = 1000;
  private static final byte[] KEY = "{\"id\":7}".getBytes(StandardCharsets.US_ASCII);

  private static final String COLUMNS =
      """
      {"type":"int64","optional":false,"field":"id"},\
      {"type":"bytes","optional":true,"name":"org.apache.kafka.connect.data.Decimal","version":1,\
      "parameters":{"scale":"2","connect.decimal.precision":"12"},"field":"amount"},\
      {"type":"string","optional":true,"field":"text"},\
      {"type":"int64","optional":true,"name":"io.debezium.time.MicroTimestamp","version":1,\
      "field":"made"},\
      {"type":"string","optional":false,"name":"io.debezium.time.ZonedTimestamp","version":1,\
      "field":"changed"},{"type":"bytes","optional":true,"field":"blob"},\
      {"type":"string","optional":true,"name":"io.debezium.data.Enum","version":1,\
      "parameters":{"allowed":"new,paid,sent"},"field":"state"},\
      {"type":"double","optional":true,"field":"share"}""";

  @Param({"true", "false"})
  public boolean schema;

  private final DebeziumJsonDecoder decoder =
      new DebeziumJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.UTC);
  private final SourcePartition partition = new SourcePartition("shop", 0);
  private byte[][] messages;

  @Setup
  public void fill() {
    Random random = new Random(42);
    messages = new byte[MESSAGES][];
    long bytes = 0;
    for (int i = 0; i < MESSAGES; i++) {
      messages[i] = message(random, i).getBytes(StandardCharsets.UTF_8);
      bytes += messages[i].length;
      Event event = decode(messages[i]);
      if (event instanceof Poison poison) {
        throw new IllegalStateException(poison.reason());
      }
    }
    System.out.println("bytes a message: " + bytes / MESSAGES);
  }

  @Benchmark
  public void decode(Blackhole sink) {
    for (byte[] message : messages) {
      sink.consume(decode(message));
    }
  }

  private Event decode(byte[] message) {
    return decoder.decode(partition, 0, -1, KEY, message, 0, message.length);
  }

  private String message(Random random, int id) {
    String payload =
        """
        {"before":null,"after":{"id":%d,"amount":"AxY=","text":"%s","made":%d,\
        "changed":"2016-10-15T02:15:15.120Z","blob":"5oiR5oiR","state":"paid","share":%s},\
        "source":{"version":"3.1.0.Final","connector":"mysql","name":"s","ts_ms":1768472430000,\
        "snapshot":"false","db":"shop","sequence":null,"table":"orders","server_id":1,\
        "gtid":null,"file":"bin.000003","pos":%d,"row":0,"thread":7,"query":null},\
        "transaction":null,"op":"c","ts_ms":1768472430951}"""
            .formatted(
                id,
                "v" + random.nextInt(10_000) + " and some more text in the row",
                1_476_497_715_000_000L + random.nextInt(),
                random.nextInt(1000) / 8.0,
                id * 300);
    return schema
        ? "{\"schema\":"
            + "{\"type\":\"struct\",\"fields\":[{\"type\":\"struct\",\"fields\":["
            + COLUMNS
            + "],\"optional\":true,\"field\":\"before\"},{\"type\":\"struct\",\"fields\":["
            + COLUMNS
            + "],\"optional\":true,\"field\":\"after\"}],\"optional\":false},\"payload\":"
            + payload
            + "}"
        : payload;
  }
}
