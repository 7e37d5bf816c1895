package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.SourcePartition;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
 * What a row of open-protocol costs, by the number of events in a message. One operation is 960
 * inserts of the eight columns of {@link DebeziumBenchmark} in one table. {@code scripts/jmh
 * OpenBenchmark -prof gc} shows the bytes allocated in each operation, too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class OpenBenchmark {
  private static final int ROWS = 960;

  private record Message(byte[] key, byte[] value) {}

  @Param({"1", "16"})
  public int events;

  private final OpenProtocolDecoder decoder =
      new OpenProtocolDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY);
  private final SourcePartition partition = new SourcePartition("shop", 0);
  private Message[] messages;

  @Setup
  public void fill() {
    Random random = new Random(42);
    messages = new Message[ROWS / events];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = message(random, i);
      for (Event event = first(messages[i]); event != null; event = decoder.next()) {
        if (event instanceof Poison poison) {
          throw new IllegalStateException(poison.reason());
        }
      }
    }
  }

  @Benchmark
  public void decode(Blackhole sink) {
    for (Message message : messages) {
      for (Event event = first(message); event != null; event = decoder.next()) {
        sink.consume(event);
      }
    }
  }

  private Event first(Message message) {
    byte[] value = message.value();
    return decoder.decode(partition, 0, -1, message.key(), value, 0, value.length);
  }

  private Message message(Random random, int number) {
    ByteArrayOutputStream keys = new ByteArrayOutputStream();
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    keys.writeBytes(number(1));
    for (int i = 0; i < events; i++) {
      int id = number * events + i;
      add(keys, "{\"ts\":%d,\"scm\":\"shop\",\"tbl\":\"orders\",\"t\":1}".formatted(1L + id));
      add(values, row(random, id));
    }
    return new Message(keys.toByteArray(), values.toByteArray());
  }

  private static void add(ByteArrayOutputStream out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeBytes(number(utf8.length));
    out.writeBytes(utf8);
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static String row(Random random, int id) {
    String text = "v" + random.nextInt(10_000) + " and some more text in the row";
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return """
        {"u":{"id":{"t":8,"h":true,"f":11,"v":%d},"amount":{"t":246,"f":65,"v":"7.90"},\
        "text":{"t":252,"f":64,"v":"%s"},"made":{"t":12,"f":65,"v":"2016-10-15 02:15:15.000000"},\
        "changed":{"t":7,"f":1,"v":"2016-10-15 02:15:15"},"blob":{"t":252,"f":65,"v":"5oiR5oiR"},\
        "state":{"t":247,"f":64,"v":2},"share":{"t":5,"f":65,"v":%s}}}"""
        .formatted(id, Base64.getEncoder().encodeToString(utf8), random.nextInt(1000) / 8.0);
  }
}
