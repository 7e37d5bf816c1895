package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.flow.Loopback;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Repository;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.KeptSavepoint;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.StateMigrationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Savepoints of every released version, in the job of today. Those of a new version are made by
 * {@code mvn verify -Psavepoints -Dspillway.savepoints.version=<version>}.
 */
class KeptSavepointsITCase {
  private static final Path SAVEPOINTS = Repository.root().resolve("savepoints");
  private static final String VERSION = "spillway.savepoints.version";
  private static final long SEED = 91;

  @TempDir Path folder;

  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void everyKeptSavepointIsRestoredAndRunsToTheRightEnd() throws Exception {
    for (KeptSavepoint kept : KeptSavepoint.all(SAVEPOINTS)) {
      Partitions input = Partitions.in(kept.input());
      KafkaTopic topic = KafkaTopic.create(broker, topic(kept.folder()), input.count());
      input.feed(topic);
      for (String format : kept.formats()) {
        restore(kept, format, input.sent());
      }
    }
  }

  private void restore(KeptSavepoint kept, String format, Sent sent) throws Exception {
    String what = kept.folder().getFileName() + " " + format;
    Path place = Files.createDirectories(folder.resolve(format));
    KeptSavepoint.copy(kept.bucket(format), place.resolve("out"));
    CommandRun inspect = CommandRun.of("inspect", kept.savepoint(format).toString());
    assertThat(inspect.out())
        .as(what + inspect.err())
        .contains("spool: " + kept.spooled().get(kept.formats().indexOf(format)) + " rows, ");

    try (RunningJob job =
        RunningJob.restore(place, pipeline(kept.folder(), 2), kept.savepoint(format))) {
      job.awaitCheckpointTs(place.resolve("out"), sent.last());
    }

    assertThat(Delivered.faults(place.resolve("out"), sent)).as(what).isEmpty();
  }

  @Test
  void everyReleasedVersionHasItsSavepointsInBothFormats() throws Exception {
    Set<String> released = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("(?m)^## (\\d+\\.\\d+\\.\\d+)$")
            .matcher(Files.readString(Repository.root().resolve("CHANGELOG.md")));
    while (matcher.find()) {
      released.add(matcher.group(1));
    }
    List<KeptSavepoint> kept = KeptSavepoint.all(SAVEPOINTS);

    assertThat(kept).isNotEmpty();
    assertThat(
            kept.stream().map(k -> k.folder().getFileName().toString()).collect(Collectors.toSet()))
        .containsAll(released);
    for (KeptSavepoint version : kept) {
      assertThat(version.formats()).containsExactlyInAnyOrder("canonical", "native");
      assertThat(version.spooled()).as("rows in the spool").allMatch(rows -> rows > 0);
    }
  }

  @Test
  void otherFormOfStateUnderTheSameNameIsRefused() throws Exception {
    for (KeptSavepoint kept : KeptSavepoint.all(SAVEPOINTS)) {
      for (String format : kept.formats()) {
        assertThatThrownBy(() -> readAsText(kept.savepoint(format)))
            .satisfies(
                failure ->
                    assertThat(ExceptionUtils.findThrowable(failure, StateMigrationException.class))
                        .as(format)
                        .isPresent());
      }
    }
  }

  private static void readAsText(Path savepoint) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(1, Loopback.options());
    try (var results =
        SavepointReader.read(env, savepoint.toUri().toString(), new EmbeddedRocksDBStateBackend())
            .readKeyedState(
                OperatorIdentifier.forUid("spool"), new TextReader(), Types.STRING, Types.STRING)
            .executeAndCollect()) {
      results.forEachRemaining(key -> {});
    }
  }

  /** Takes the spool's batches for text. */
  private static final class TextReader extends KeyedStateReaderFunction<String, String> {
    private static final long serialVersionUID = 1L;
    private transient MapState<Long, String> batches;

    @Override
    public void open(OpenContext context) {
      batches =
          getRuntimeContext()
              .getMapState(new MapStateDescriptor<>("batches", Types.LONG, Types.STRING));
    }

    @Override
    public void readKey(String key, Context context, Collector<String> out) throws Exception {
      batches.values().forEach(out::collect);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = VERSION, matches = "\\d+\\.\\d+\\.\\d+")
  void generates() throws Exception {
    double share = 0.5;
    Path version = SAVEPOINTS.resolve(System.getProperty(VERSION));
    SampleSettings settings =
        SampleSettings.standard(SEED)
            .withTables(6, 1)
            .withPartitions(2)
            .withRows(400, 0)
            .withResolvedEvery(40)
            .withDdls(true, 4);
    Partitions input = Partitions.sample(settings, version.resolve("input"));
    KafkaTopic topic = KafkaTopic.create(broker, topic(version), input.count());
    input.part(0, share).feed(topic);
    List<String> formats = new ArrayList<>();
    List<Long> spooled = new ArrayList<>();
    for (SavepointFormatType format : SavepointFormatType.values()) {
      String name = format.name().toLowerCase(Locale.ROOT);
      formats.add(name);
      spooled.add(generate(version, format, name));
    }
    new KeptSavepoint(version, share, formats, spooled)
        .write("seed " + SEED + ": sources, spool with rows, structures, file numbers, cursors");
  }

  private long generate(Path version, SavepointFormatType format, String name) throws Exception {
    Path place = Files.createDirectories(folder.resolve(format.name()));
    Path savepoint;
    try (RunningJob job = RunningJob.start(place, pipeline(version, 1))) {
      job.awaitCheckpointTs(place.resolve("out"), 1);
      // so that no commit is on its way: its files would be named by their place
      job.awaitCheckpoints(8);
      savepoint = job.stopWithSavepoint(format);
    }
    Path target = version.resolve(name);
    KeptSavepoint.copy(savepoint, target.resolve("savepoint"));
    KeptSavepoint.copy(place.resolve("out"), target.resolve("bucket"));
    CommandRun rows = CommandRun.of("inspect", savepoint.toString(), "--rows");
    return rows.out().lines().count();
  }

  /** The topic's name is in the state of the source. */
  private static String topic(Path version) {
    return "kept-" + version.getFileName();
  }

  private static String pipeline(Path version, int parallelism) {
    return """
        pipeline: {name: shop, parallelism: %d, checkpoint-interval: 200 ms}
        sources: [{type: kafka, brokers: '%s', topics: [%s]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 100 ms}
        """
        .formatted(parallelism, broker.address(), topic(version));
  }
}
