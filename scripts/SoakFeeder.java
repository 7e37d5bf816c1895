import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends each line of each file to a partition of its own, some lines a second, for scripts/soak:
 * {@code java -cp <Kafka's jars> SoakFeeder.java BROKERS TOPIC RATE FOLDER FILE...}
 *
 * <p>While FOLDER/pause is there it stops, and FOLDER/paused says so once the broker has all that
 * was sent. Where FOLDER/grown is there afterwards, the rows of the last file go to one more
 * partition from then on. Its first message is the last resolved event, so that the rest of the
 * stream means there what it means where it came from. Exit code 1: a message could not be sent.
 */
final class SoakFeeder {
  private static final String PATIENCE_MS = "600000";
  private static final long LOOK_MS = 100;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final KafkaProducer<byte[], String> producer;
  private final String topic;
  private final Path folder;
  private final List<BufferedReader> files = new ArrayList<>();
  private final AtomicReference<Exception> fault = new AtomicReference<>();
  private String resolved;
  private boolean grown;
  private long sent;
  private long moved;

  private SoakFeeder(KafkaProducer<byte[], String> producer, String topic, Path folder) {
    this.producer = producer;
    this.topic = topic;
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", args[0]);
    properties.put("client.id", "soak-feeder");
    properties.put("acks", "all");
    properties.put("delivery.timeout.ms", PATIENCE_MS);
    properties.put("max.block.ms", PATIENCE_MS);
    properties.put("max.request.size", "8388608");
    properties.put("metadata.max.age.ms", "2000");
    SoakFeeder feeder;
    try (KafkaProducer<byte[], String> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new StringSerializer())) {
      feeder = new SoakFeeder(producer, args[1], Path.of(args[3]));
      for (String file : Arrays.asList(args).subList(4, args.length)) {
        feeder.files.add(Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8));
      }
      feeder.feed(Integer.parseInt(args[2]));
      producer.flush();
    }
    if (feeder.fault.get() != null) {
      throw feeder.fault.get();
    }
    System.out.println(
        feeder.sent + " messages, " + feeder.moved + " of them to the added partition");
  }

  private void feed(int rate) throws IOException, InterruptedException {
    long next = System.nanoTime();
    boolean more = true;
    while (more && fault.get() == null) {
      waitWhilePaused();
      more = false;
      for (int file = 0; file < files.size(); file++) {
        for (int i = 0; i < rate; i++) {
          String line = files.get(file).readLine();
          if (line == null) {
            break;
          }
          more = true;
          send(file, line);
        }
      }
      // what a pause or a dead broker has taken is not made up for
      next = Math.max(next + SECOND_NANOS, System.nanoTime());
      Thread.sleep(Math.max(1, (next - System.nanoTime()) / 1_000_000));
    }
  }

  private void waitWhilePaused() throws IOException, InterruptedException {
    if (!Files.exists(folder.resolve("pause"))) {
      return;
    }
    producer.flush();
    Files.createFile(folder.resolve("paused"));
    while (Files.exists(folder.resolve("pause"))) {
      Thread.sleep(LOOK_MS);
    }
    Files.delete(folder.resolve("paused"));
    if (!grown && Files.exists(folder.resolve("grown"))) {
      grown = true;
      if (resolved != null) {
        record(files.size(), resolved);
      }
    }
  }

  private void send(int file, String line) {
    boolean last = file == files.size() - 1;
    boolean resolves = line.contains("\"type\":\"TIDB_WATERMARK\"");
    if (last && resolves) {
      resolved = line;
    }
    if (!last || !grown || resolves) {
      record(file, line);
    }
    if (last && grown) {
      record(files.size(), line);
      moved++;
    }
  }

  private void record(int partition, String line) {
    sent++;
    producer.send(
        new ProducerRecord<>(topic, partition, null, line),
        (metadata, failure) -> {
          if (failure != null) {
            fault.compareAndSet(null, failure);
          }
        });
  }
}
