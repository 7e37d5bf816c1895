package io.spillway.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.job.sample.SampleSettings;
import io.spillway.job.testing.Delivered;
import io.spillway.job.testing.Eventually;
import io.spillway.job.testing.KafkaBroker;
import io.spillway.job.testing.KafkaTopic;
import io.spillway.job.testing.Partitions;
import io.spillway.job.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message breaks on its way, is a dead letter, is mended and put back, and arrives once. */
class DeadLettersITCase {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final int LARGE = 40 << 10;

  @TempDir Path folder;

  private Path output() {
    return folder.resolve("out");
  }

  private Path write(String name, byte[] content) throws Exception {
    return Files.write(folder.resolve(name), content);
  }

  private static int rowIn(List<byte[]> messages) {
    for (int i = messages.size() / 2; i < messages.size(); i++) {
      if (new String(messages.get(i), UTF_8).contains("\"type\":\"INSERT\"")) {
        return i;
      }
    }
    throw new AssertionError("no row");
  }

  private void assertComplete(Partitions sample) throws Exception {
    assertThat(Delivered.faults(output(), sample.sent())).isEmpty();
    CommandRun verify = CommandRun.of("verify", output().toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  @Test
  void fromFilesThroughAFolderOfItsOwn() throws Exception {
    SampleSettings settings = SampleSettings.standard(71).withRows(2000, 0).withDdls(false, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    List<List<byte[]>> broken = new ArrayList<>(sample.messages());
    List<byte[]> partition = new ArrayList<>(broken.get(1));
    int row = rowIn(partition);
    byte[] sound = partition.get(row);
    partition.set(row, Arrays.copyOf(sound, sound.length - 1));
    broken.set(1, partition);
    new Partitions(broken).write(folder.resolve("in"));
    String pipeline =
        """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: files, path: in}]
        storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
        errors: {dead-letters: {path: dead}}
        """;
    String file = write("pipeline.yaml", pipeline.getBytes(UTF_8)).toString();
    assertThat(CommandRun.of("run", file).out()).contains("1 to the dead letters");

    String mended = write("mended.json", sound).toString();
    String into = folder.resolve("mended").toString();
    String[] replay = {"dead-letters", "replay", file, "--all", "--into", into, "--value", mended};
    assertThat(CommandRun.of(replay).out()).contains("1 put back, 0 put back before");
    assertThat(CommandRun.of(replay).out()).contains("0 put back, 1 put back before");
    String second =
        pipeline.replace("path: in}", "path: mended, operation: BACKFILL, namespace: mend-1}");
    CommandRun run = CommandRun.of("run", write("mend.yaml", second.getBytes(UTF_8)).toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertComplete(sample);
  }

  private String pipeline(KafkaBroker broker, String letters) {
    return """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms}
        sources: [{type: kafka, brokers: '%s', topics: [shop]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
        cursor: {trace-ratio: 0}
        errors: {dead-letters: {%s}}
        """
        .formatted(broker.address(), letters);
  }

  /** Sends all but one row, which comes cut off, and something large that is no message at all. */
  private static void sendBroken(Partitions sample, int row, KafkaTopic topic) throws Exception {
    List<byte[]> partition = sample.messages().get(1);
    byte[] sound = partition.get(row);
    topic.send(0, sample.messages().get(0));
    topic.send(1, partition.subList(0, row));
    ProducerRecord<byte[], byte[]> broken =
        new ProducerRecord<>(
            topic.name(), 1, 1234L, "k".getBytes(UTF_8), Arrays.copyOf(sound, sound.length - 1));
    broken.headers().add("region", "eu".getBytes(UTF_8));
    broken.headers().add("traceparent", ("00-" + TRACE + "-00f067aa0ba902b7-01").getBytes(UTF_8));
    topic.send(broken);
    topic.send(1, List.of("x".repeat(LARGE).getBytes(UTF_8)));
    topic.send(1, partition.subList(row + 1, partition.size()));
  }

  /** The same for letters in a topic and in files. */
  private void mendsARowOfATopic(KafkaBroker broker, String letters) throws Exception {
    SampleSettings settings =
        SampleSettings.standard(72).withRows(3000, 0).withPartitions(2).withDdls(true, 10);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "shop", 2);
    int row = rowIn(sample.messages().get(1));
    sendBroken(sample, row, topic);
    String pipeline = pipeline(broker, letters);
    String file = write("pipeline.yaml", pipeline.getBytes(UTF_8)).toString();
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      Eventually.holds(
          Duration.ofSeconds(120), () -> letters(file) == 2, () -> "two letters are expected");
      checkpoint = job.cancel();
    }
    CommandRun show = CommandRun.of("dead-letters", "show", file, "shop-1@" + row);
    assertThat(show.out())
        .contains("header region:eu", "key:          k", "trace:        " + TRACE);
    assertThat(traces()).as("nobody else's trace is followed").isEmpty();
    String mended = write("mended.json", sample.messages().get(1).get(row)).toString();
    String[] replay = {"dead-letters", "replay", file, "--at", "shop-1@" + row, "--value", mended};
    assertThat(CommandRun.of(replay).out()).contains("1 put back, 0 put back before");
    assertThat(CommandRun.of(replay).out()).contains("0 put back, 1 put back before");
    try (RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      job.awaitRows(output(), sample.sent());
      job.awaitCheckpointTs(output(), sample.sent().last());
    }
    assertThat(letters(file)).as("each once, also after a restart").isEqualTo(2);
    assertPutBackAsItWas(topic.records(), row);
    assertThat(traces()).as("from the letter to the file that has the row").containsExactly(TRACE);
    assertCompleteButLate(sample);
  }

  /** Of the rows of all files, as the cursor events tell them. */
  private List<String> traces() throws Exception {
    List<String> traces = new ArrayList<>();
    new EventLogReader(new org.apache.flink.core.fs.Path(output().resolve("_cursor").toUri()))
        .read(
            EventFilter.ALL,
            event -> {
              if (event.work().file() != null) {
                traces.addAll(event.work().file().traces());
              }
            });
    return traces;
  }

  private static long letters(String file) {
    CommandRun list = CommandRun.of("dead-letters", "list", file);
    assertThat(list.exitCode()).as(list.err()).isEqualTo(ExitCode.OK);
    return list.out().lines().filter(line -> line.startsWith("shop-1@")).count();
  }

  /** What was put back is late: it stands behind newer rows, and only once. */
  private void assertCompleteButLate(Partitions sample) throws Exception {
    assertThat(Delivered.faults(output(), sample.sent()))
        .filteredOn(fault -> !fault.startsWith("commitTs goes back"))
        .isEmpty();
  }

  @Test
  void fromATopicThroughATopicBackIntoItsPartition() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic letters = KafkaTopic.create(broker, "letters", 1);
    mendsARowOfATopic(broker, "type: kafka, topic: letters, max-bytes: 16 kb");
    checkLetters(letters.records());
  }

  @Test
  void fromATopicThroughFilesBackIntoItsPartition() throws Exception {
    mendsARowOfATopic(KafkaBroker.shared(), "path: dead");
  }

  private static void checkLetters(List<ConsumerRecord<byte[], byte[]>> letters) {
    assertThat(letters).hasSize(2);
    ConsumerRecord<byte[], byte[]> first = letters.get(0);
    assertThat(new String(first.key(), UTF_8)).isEqualTo("k");
    assertThat(header(first, "__connect.errors.topic")).isEqualTo("shop");
    assertThat(header(first, "__connect.errors.partition")).isEqualTo("1");
    assertThat(header(first, "__connect.errors.exception.class.name")).isEqualTo("MALFORMED");
    assertThat(header(first, "region")).isEqualTo("eu");
    assertThat(letters.get(1).value()).as("too large for the topic").isNull();
    assertThat(header(letters.get(1), "spillway.letter.file")).contains("_dead-letters");
  }

  private static void assertPutBackAsItWas(List<ConsumerRecord<byte[], byte[]>> records, int row) {
    List<ConsumerRecord<byte[], byte[]>> replays =
        records.stream()
            .filter(record -> record.headers().lastHeader("spillway.replay") != null)
            .toList();
    assertThat(replays).hasSize(1);
    ConsumerRecord<byte[], byte[]> replay = replays.get(0);
    assertThat(replay.partition()).isEqualTo(1);
    assertThat(replay.timestamp()).isEqualTo(1234);
    assertThat(new String(replay.key(), UTF_8)).isEqualTo("k");
    assertThat(header(replay, "region")).isEqualTo("eu");
    assertThat(header(replay, "spillway.replay")).isEqualTo("shop decode shop-1@" + row);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
