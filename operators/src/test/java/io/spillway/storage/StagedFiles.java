package io.spillway.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.plan.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;

/** Files as the writer leaves them, and what readers see of a bucket. */
final class StagedFiles {
  private StagedFiles() {}

  /** Complete, and not to be seen. */
  static Written.Data data(StorageSettings settings, TableId table, long version, long number)
      throws IOException {
    return data(settings, table, version, number, table + "@" + version + "#" + number + "\n");
  }

  static Written.Data data(
      StorageSettings settings, TableId table, long version, long number, String text)
      throws IOException {
    BucketFiles bucket = new BucketFiles(settings);
    DataFile file = Samples.file(table, version, number);
    byte[] content = text.getBytes(UTF_8);
    CRC32C checksum = new CRC32C();
    checksum.update(content);
    RecoverableWriter writer = bucket.fileSystem().createRecoverableWriter();
    RecoverableFsDataOutputStream out = writer.open(bucket.at(settings.layout().path(file)));
    out.write(content);
    RecoverableWriter.CommitRecoverable commit = out.closeForCommit().getRecoverable();
    return new Written.Data(
        Samples.sealed(file, content.length, version + number),
        new Written.Uploaded(
            SimpleVersionedSerialization.writeVersionAndSerialize(
                writer.getCommitRecoverableSerializer(), commit)),
        checksum.getValue());
  }

  /** A small one, whose bytes are in the plan. */
  static Written.Data inline(TableId table, long version, long number) {
    return inline(table, version, number, table + "@" + version + "#" + number + "\n");
  }

  static Written.Data inline(TableId table, long version, long number, String text) {
    byte[] content = text.getBytes(UTF_8);
    CRC32C checksum = new CRC32C();
    checksum.update(content);
    return new Written.Data(
        Samples.sealed(Samples.file(table, version, number), content.length, version + number),
        new Written.Inline(content),
        checksum.getValue());
  }

  /** Content by path of all that a reader looks at. */
  static Map<String, String> visible(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String path = folder.relativize(file).toString();
        if (!file.getFileName().toString().startsWith(".") && !path.startsWith("_")) {
          files.put(path, Files.readString(file));
        }
      }
    }
    return files;
  }
}
