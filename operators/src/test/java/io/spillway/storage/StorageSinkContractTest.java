package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.contract.SinkContract;
import io.spillway.layout.DataFile;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Files that are staged, planned and committed as the storage sink does, on a disk that fails. */
class StorageSinkContractTest extends SinkContract {
  @TempDir Path temp;
  private int opened;

  @Override
  protected Sink open() throws Exception {
    return new OnDisk(Files.createDirectories(temp.resolve("bucket-" + opened++)));
  }

  @AfterEach
  void noMoreFaults() {
    FaultyFileSystem.failAt(-1, false);
  }

  private record Line(int id, long commitTs, String text) {}

  private static final class OnDisk implements Sink {
    private final Path folder;
    private final StorageSettings settings;
    private final List<Line> source = new ArrayList<>();
    private final CommitPlanSerializer plans = new CommitPlanSerializer();
    private List<Line> open = new ArrayList<>();
    private List<CommitPlan> uncommitted = new ArrayList<>();
    private List<CommitPlan> all = new ArrayList<>();
    private int keptOffset;
    private long checkpoint;
    private long number;
    private long newest = Long.MIN_VALUE;
    private long restored = -1;

    OnDisk(Path folder) {
      this.folder = folder;
      settings =
          new StorageSettings(
              FaultyFileSystem.uri(folder), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
    }

    @Override
    public void write(int id, long commitTs, String text) {
      source.add(new Line(id, commitTs, text));
      open.add(source.get(source.size() - 1));
    }

    @Override
    public void checkpoint() throws Exception {
      checkpoint++;
      List<Written.Data> data = new ArrayList<>();
      if (!open.isEmpty()) {
        data.add(staged());
      }
      CommitPlan plan =
          new CommitPlan(
              checkpoint,
              newest,
              data,
              checkpoint == 1 ? List.of(Samples.schema(ORDERS, 1)) : List.of(),
              Balance.NONE);
      CommitPlan read = plans.deserialize(plans.getVersion(), plans.serialize(plan));
      uncommitted.add(read);
      all.add(read);
      keptOffset = source.size();
    }

    private Written.Data staged() throws IOException {
      BucketFiles bucket = new BucketFiles(settings);
      DataFile file = Samples.file(ORDERS, 1, ++number);
      StringBuilder text = new StringBuilder();
      long last = Long.MIN_VALUE;
      for (Line line : open) {
        text.append(line.id()).append(' ').append(line.text()).append('\n');
        last = Math.max(last, line.commitTs());
      }
      newest = Math.max(newest, last);
      open = new ArrayList<>();
      byte[] content = text.toString().getBytes(UTF_8);
      RecoverableWriter writer = bucket.fileSystem().createRecoverableWriter();
      RecoverableFsDataOutputStream out = writer.open(bucket.at(settings.layout().path(file)));
      out.write(content);
      RecoverableWriter.CommitRecoverable commit = out.closeForCommit().getRecoverable();
      return new Written.Data(
          Samples.sealed(file, content.length, last),
          SimpleVersionedSerialization.writeVersionAndSerialize(
              writer.getCommitRecoverableSerializer(), commit));
    }

    /** All plans again where none is open: a committer may be told twice. */
    @Override
    public boolean commit() throws InterruptedException, IOException {
      boolean again = uncommitted.isEmpty();
      try (PlanRun run =
          Attempts.run(settings, Attempts.restoredFrom(again ? checkpoint : restored))) {
        for (CommitPlan plan : again ? all : List.copyOf(uncommitted)) {
          run.carryOut(plan);
        }
        uncommitted.clear();
        return true;
      } catch (IOException e) {
        FaultyFileSystem.failAt(-1, false);
        return false;
      }
    }

    @Override
    public void crash() {
      restored = checkpoint;
      open = new ArrayList<>(source.subList(keptOffset, source.size()));
    }

    @Override
    public void failOnce() {
      FaultyFileSystem.failAt(2, true);
    }

    @Override
    public long acked() throws IOException {
      return new BucketFiles(settings).checkpointTs();
    }

    @Override
    public Map<Integer, List<String>> visible() throws IOException {
      Map<Integer, List<String>> visible = new HashMap<>();
      for (Path file : new TreeMap<>(dataFiles()).values()) {
        for (String line : Files.readAllLines(file)) {
          int blank = line.indexOf(' ');
          visible
              .computeIfAbsent(Integer.parseInt(line.substring(0, blank)), id -> new ArrayList<>())
              .add(line.substring(blank + 1));
        }
      }
      return visible;
    }

    private Map<String, Path> dataFiles() throws IOException {
      Map<String, Path> files = new HashMap<>();
      long covered = new BucketFiles(settings).indexed(Samples.file(ORDERS, 1, 1).dir(), "");
      try (Stream<Path> walked = Files.walk(folder)) {
        for (Path file : walked.filter(Files::isRegularFile).toList()) {
          String path = folder.relativize(file).toString();
          settings
              .layout()
              .parseData(path)
              .filter(data -> data.number() <= covered)
              .ifPresent(data -> files.put(path, file));
        }
      }
      return files;
    }

    @Override
    public int deadLetters() {
      return 0;
    }

    @Override
    public boolean refuses() {
      return false;
    }

    @Override
    public void poison(int id) {
      // a file takes any bytes
    }

    @Override
    public void close() {
      FaultyFileSystem.failAt(-1, false);
    }
  }
}
