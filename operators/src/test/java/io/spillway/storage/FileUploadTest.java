package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.layout.DataFile;
import io.spillway.plan.Written;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileUploadTest {
  @TempDir Path folder;

  @Test
  void theChecksumIsThatOfTheFileHoweverItsPartsWereHandedOver() throws Exception {
    StorageSettings settings =
        new StorageSettings(
            folder.toUri().toString(), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
    BucketFiles bucket = new BucketFiles(settings);
    RecoverableWriter files = bucket.fileSystem().createRecoverableWriter();
    DataFile file = Samples.file(ORDERS, 1, 1);
    String path = settings.layout().path(file);
    FileUpload upload =
        new FileUpload(file, bucket.at(path), files, Runnable::run, new InFlight(1 << 20));
    byte[] bytes = new byte[200_000];
    new Random(5).nextBytes(bytes);
    int offset = 0;
    for (int length : new int[] {1, 999, 40_000, 9_000, 70_000, 80_000}) {
      upload.append(bytes, offset, length);
      offset += length;
    }
    assertThat(offset).isEqualTo(bytes.length);

    Written.Data written = upload.close(Samples.sealed(file, bytes.length, 1), files).get();

    files
        .recoverForCommit(
            SimpleVersionedSerialization.readVersionAndDeSerialize(
                files.getCommitRecoverableSerializer(), written.commit()))
        .commit();
    assertThat(Files.readAllBytes(folder.resolve(path))).isEqualTo(bytes);
    assertThat(bucket.checksum(path)).isEqualTo(written.checksum()).isPositive();
  }
}
