package io.spillway.tools.start;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.spillway.storage.LocalDisk;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All runs of a pipeline that went on from each other, since one has started from nothing: file
 * {@code lineage.json} in the checkpoint folder. By it a start knows which checkpoints there are
 * its own, whatever time their files have.
 *
 * @param id random
 * @param foreign folders beside it, one for each job, that hold checkpoints of before
 * @param done what has been read to its end, by source, see {@link Inputs}
 * @param endedAt when the last run came to the end of its input, ISO 8601; empty where it has not.
 *     Flink takes the checkpoints away then, so nothing else tells an end from their loss
 * @param replaces claims that stood in the bucket when a start was told to take it over; empty
 *     where it was not, or has. Its job claims the bucket at its first commit, which it may not
 *     live to see
 */
public record Lineage(
    String id,
    Set<String> foreign,
    Map<String, String> done,
    Optional<String> endedAt,
    Optional<String> replaces) {
  static final String FILE = "lineage.json";
  private static final Logger LOG = LoggerFactory.getLogger(Lineage.class);
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  public Lineage {
    foreign = Collections.unmodifiableSet(new TreeSet<>(foreign));
    done = Collections.unmodifiableMap(new TreeMap<>(done));
  }

  /** As it stands in the file. */
  record Form(
      String lineage,
      Set<String> foreign,
      Map<String, String> done,
      String endedAt,
      String replaces) {}

  /** One that starts from nothing. */
  static Lineage begin(Set<String> foreign, Map<String, String> done) {
    return new Lineage(
        UUID.randomUUID().toString(), foreign, done, Optional.empty(), Optional.empty());
  }

  /** The same under an id that a bucket knows. */
  Lineage as(String known) {
    return new Lineage(known, foreign, done, endedAt, replaces);
  }

  /** The same, without the checkpoints of these jobs. */
  Lineage leaving(Set<String> jobs) {
    Set<String> all = new TreeSet<>(foreign);
    all.addAll(jobs);
    return new Lineage(id, all, done, endedAt, replaces);
  }

  /** The same, with a run that goes on. */
  Lineage running() {
    return new Lineage(id, foreign, done, Optional.empty(), replaces);
  }

  /** The same, which still has to take these claims over. */
  Lineage replacing(Optional<String> claims) {
    return new Lineage(id, foreign, done, endedAt, claims);
  }

  /** The same, with a run that has read all of this. */
  Lineage ended(Instant at, Map<String, String> inputs) {
    Map<String, String> all = new TreeMap<>(done);
    all.putAll(inputs);
    return new Lineage(
        id, foreign, all, Optional.of(at.truncatedTo(ChronoUnit.SECONDS).toString()), replaces);
  }

  /**
   * That of a checkpoint folder; empty where there is none yet, or an empty or torn one: the bucket
   * and the checkpoints themselves say the rest then.
   */
  static Optional<Lineage> read(Path folder) throws IOException {
    Path file = new Path(folder, FILE);
    byte[] content;
    try (FSDataInputStream in = file.getFileSystem().open(file)) {
      content = in.readAllBytes();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    Optional<Lineage> lineage = parse(content);
    if (lineage.isEmpty()) {
      LOG.warn(
          "{} is damaged ({} bytes) and counts as absent: it is written anew",
          file,
          content.length);
    }
    return lineage;
  }

  private static Optional<Lineage> parse(byte[] content) {
    try {
      return Optional.ofNullable(JSON.readValue(content, Form.class))
          .filter(form -> form.lineage() != null && form.foreign() != null && form.done() != null)
          .map(
              form ->
                  new Lineage(
                      form.lineage(),
                      form.foreign(),
                      form.done(),
                      Optional.ofNullable(form.endedAt()),
                      Optional.ofNullable(form.replaces())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  void write(Path folder) throws IOException {
    Path file = new Path(folder, FILE);
    FileSystem files = file.getFileSystem();
    files.mkdirs(folder);
    ObjectWriter pretty = JSON.writerWithDefaultPrettyPrinter();
    Form form = new Form(id, foreign, done, endedAt.orElse(null), replaces.orElse(null));
    byte[] content = pretty.writeValueAsBytes(form);
    if (!files.isDistributedFS()) {
      java.nio.file.Path local = java.nio.file.Path.of(file.getPath());
      java.nio.file.Path temporary = local.resolveSibling("." + FILE + ".tmp");
      new LocalDisk(local.getParent()).replace(temporary, local, content);
      return;
    }
    try (FSDataOutputStream out = files.create(file, FileSystem.WriteMode.OVERWRITE)) {
      out.write(content);
    }
  }
}
