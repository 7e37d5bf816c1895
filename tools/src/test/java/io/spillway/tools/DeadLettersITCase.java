package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.cursor.Work;
import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.job.ExitCode;
import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.job.letters.LetterLog;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.tools.letters.LetterContract;
import io.spillway.tools.letters.ReplayTarget;
import io.spillway.tools.letters.TopicTarget;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dead letters in a topic of a real broker; and a message that breaks on its way, is a dead letter,
 * is mended and put back, and arrives once.
 */
class DeadLettersITCase extends LetterContract {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final int LARGE = 40 << 10;

  private static KafkaBroker broker;
  private static KafkaTopic orders;
  private static int places;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
    orders = KafkaTopic.create(broker, "orders", 4);
  }

  @Override
  protected PipelineConfig pipeline() throws Exception {
    return pipeline("");
  }

  private PipelineConfig pipeline(String errors) throws Exception {
    String name = "dead-" + places++;
    KafkaTopic.create(broker, name, 1, Map.of("max.message.bytes", "16384"));
    String yaml =
        """
        pipeline: {name: '%1$s'}
        sources: [{type: kafka, bootstrap-servers: '%2$s', topics: [orders]}]
        storage: {path: out}
        errors: {dead-letters: {type: kafka, topic: '%1$s', max-bytes: 16 kb}%3$s}
        """
            .formatted(name, broker.address(), errors);
    Path place = Files.createDirectories(folder.resolve(name));
    return PipelineLoader.load(Files.writeString(place.resolve("pipeline.yaml"), yaml), Map.of());
  }

  @Override
  protected ReplayTarget target(PipelineConfig pipeline) {
    Location.Topic topic = (Location.Topic) pipeline.errors().deadLetters();
    return new TopicTarget(topic.connection(), pipeline.pipeline().name());
  }

  @Override
  protected List<String> putBack(PipelineConfig pipeline) throws Exception {
    return orders.records().stream()
        .filter(record -> record.headers().lastHeader("spillway.replay") != null)
        .filter(
            record ->
                header(record, "spillway.replay").startsWith(pipeline.pipeline().name() + " "))
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  @Override
  protected List<Integer> deaths() {
    return List.of(0, 1, 3);
  }

  @Test
  void aTransactionThatTheBrokerHasAbortedFailsTheJobInsteadOfBeingDropped() throws Exception {
    PipelineConfig pipeline = pipeline();
    try (LetterLog<?, ?> log = LetterLog.open(pipeline)) {
      log.write(THREE.get(0));
      log.checkpoint();
      broker.abort(pipeline.pipeline().name() + "-");
      assertThatThrownBy(log::commit)
          .hasMessageContaining("dead letters of a completed checkpoint are lost")
          .hasMessageContaining("errors.lost-transactions");
      assertThatThrownBy(log::crash)
          .as("nor does a restart bring them back")
          .hasMessageContaining("dead letters of a completed checkpoint are lost");
    }
    assertThat(read(pipeline)).isEmpty();
  }

  @Test
  void whereThePipelineSaysSoTheJobGoesOnWithoutAnAbortedTransaction() throws Exception {
    PipelineConfig pipeline = pipeline(", lost-transactions: go-on");
    try (LetterLog<?, ?> log = LetterLog.open(pipeline)) {
      log.write(THREE.get(0));
      log.checkpoint();
      broker.abort(pipeline.pipeline().name() + "-");
      log.commit();
      log.write(THREE.get(1));
      log.checkpoint();
      log.commit();
    }
    Eventually.holds(
        Duration.ofSeconds(30), () -> !read(pipeline).isEmpty(), () -> "nothing was committed");
    assertThat(read(pipeline)).usingRecursiveComparison().isEqualTo(THREE.subList(1, 2));
  }

  @Test
  void validateTellsOfATopicThatTakesLessThanALetter() throws Exception {
    KafkaTopic.create(broker, "narrow", 1, Map.of("max.message.bytes", "10000"));
    String yaml =
        withLetters("type: kafka, topic: narrow").replace("topics: [shop]", "topics: [orders]");
    CommandRun run =
        CommandRun.of("validate", write("pipeline.yaml", yaml.getBytes(UTF_8)).toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err() + run.out())
        .contains("errors.dead-letters.max-bytes", "topic narrow takes: max.message.bytes=10000");
  }

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

  private static String withLetters(String letters) {
    return """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [shop]}]
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

  @Test
  void fromATopicThroughATopicBackIntoItsPartition() throws Exception {
    KafkaTopic letters = KafkaTopic.create(broker, "letters", 1);
    SampleSettings settings =
        SampleSettings.standard(72).withRows(3000, 0).withPartitions(2).withDdls(true, 10);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "shop", 2);
    int row = rowIn(sample.messages().get(1));
    sendBroken(sample, row, topic);
    String pipeline = withLetters("type: kafka, topic: letters, max-bytes: 16 kb");
    String file = write("pipeline.yaml", pipeline.getBytes(UTF_8)).toString();
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      Eventually.holds(
          Duration.ofSeconds(120), () -> letters(file) == 2, () -> "two letters are expected");
      Eventually.holds(
          Duration.ofSeconds(120),
          () -> !LiveTree.files(output(), name -> name.startsWith("cursor-events-")).isEmpty(),
          () -> "no event is readable");
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
      // events are readable two checkpoints behind their file
      Eventually.holds(
          Duration.ofSeconds(120), () -> !traces().isEmpty(), () -> "no event has a trace");
    }
    assertThat(letters(file)).as("each once, also after a restart").isEqualTo(2);
    assertPutBackAsItWas(topic.records(), row);
    assertThat(traces()).as("from the letter to the file that has the row").containsExactly(TRACE);
    assertCompleteButLate(sample);
    checkLetters(letters.records());
  }

  /** Of the rows of all files, as the cursor events tell them. */
  private List<String> traces() throws Exception {
    List<String> traces = new ArrayList<>();
    new EventLogReader(new org.apache.flink.core.fs.Path(output().resolve("_cursor").toUri()))
        .read(
            EventFilter.ALL,
            event -> {
              if (event.work() instanceof Work.Written written) {
                traces.addAll(written.file().traces());
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
    assertThat(header(replay, "spillway.replay"))
        .isEqualTo("shop decode shop-1@" + row + " " + broker.address());
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
