package io.spillway.tools.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.job.config.ErrorsConfig;
import io.spillway.job.config.Location;
import io.spillway.job.config.PlaceText;
import io.spillway.job.letters.LetterRecord;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterParser;
import io.spillway.storage.FolderListing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A pipeline's dead letters, wherever they are; only those of complete checkpoints. */
public final class DeadLetters {
  private final ErrorsConfig errors;
  private final DeadLetterParser parser = new DeadLetterParser();

  public DeadLetters(ErrorsConfig errors) {
    this.errors = errors;
  }

  /** The folder beside which it is written what was put back. */
  public String folder() {
    return errors.deadLetters() instanceof Location.Files files
        ? PlaceText.of(files.path())
        : errors.overflow().orElseThrow().folder().toString();
  }

  /** The letters that the filter takes, in the order of their last failure. */
  public List<DeadLetter> read(LetterFilter filter) throws IOException {
    List<DeadLetter> letters = new ArrayList<>();
    Consumer<DeadLetter> taken =
        letter -> {
          if (filter.takes(letter)) {
            letters.add(letter);
          }
        };
    if (errors.deadLetters() instanceof Location.Topic topic) {
      readTopic(topic, taken);
    } else {
      readFiles(new Path(folder()), taken);
    }
    letters.sort(Comparator.comparingLong(letter -> letter.failure().lastMs()));
    return letters;
  }

  private static void readTopic(Location.Topic topic, Consumer<DeadLetter> out) throws IOException {
    try (TopicReader reader = new TopicReader(topic.connection(), "read_committed")) {
      for (ConsumerRecord<byte[], byte[]> record : reader.whole(topic.topic())) {
        try {
          out.accept(LetterRecord.read(record));
        } catch (IOException e) {
          throw new IOException(
              "record %d of %s-%d: %s"
                  .formatted(record.offset(), record.topic(), record.partition(), e.getMessage()),
              e);
        }
      }
    }
  }

  private void readFiles(Path folder, Consumer<DeadLetter> out) throws IOException {
    FileSystem files = folder.getFileSystem();
    // there is no folder before the first letter
    FileStatus[] found = FolderListing.of(files, folder);
    Arrays.sort(found, Comparator.comparing(file -> file.getPath().getName()));
    for (FileStatus file : found) {
      String name = file.getPath().getName();
      // Flink's unfinished files begin with a dot
      if (!file.isDir() && name.endsWith(".ndjson") && !name.startsWith(".")) {
        readFile(file.getPath(), out);
      }
    }
  }

  private void readFile(Path file, Consumer<DeadLetter> out) throws IOException {
    int line = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file.getFileSystem().open(file), UTF_8))) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        line++;
        out.accept(parser.parse(text.getBytes(UTF_8)));
      }
    } catch (IOException e) {
      throw new IOException(file + ", line " + line + ": " + e.getMessage(), e);
    }
  }
}
