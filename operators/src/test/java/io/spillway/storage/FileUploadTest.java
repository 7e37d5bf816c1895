package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.layout.DataFile;
import io.spillway.plan.Written;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileUploadTest {
  @TempDir Path folder;
  private StorageSettings settings;
  private BucketFiles bucket;
  private RecoverableWriter files;

  @BeforeEach
  void open() throws Exception {
    settings =
        new StorageSettings(
            folder.toUri().toString(), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
    bucket = new BucketFiles(settings);
    files = bucket.fileSystem().createRecoverableWriter();
  }

  private void commit(Written.Data written) throws Exception {
    files
        .recoverForCommit(
            SimpleVersionedSerialization.readVersionAndDeSerialize(
                files.getCommitRecoverableSerializer(),
                ((Written.Uploaded) written.content()).commit()))
        .commit();
  }

  private FileUpload.Target target(int inline) {
    return new FileUpload.Target(
        files,
        Runnable::run,
        new InFlight(1 << 20),
        new InlineBudget(inline, 2L * inline, 1),
        new StorageCalls());
  }

  @Test
  void theChecksumIsThatOfTheFileHoweverItsPartsWereHandedOver() throws Exception {
    DataFile file = Samples.file(ORDERS, 1, 1);
    String path = settings.layout().path(file);
    FileUpload upload = new FileUpload(file, bucket.at(path), target(0));
    byte[] bytes = new byte[200_000];
    new Random(5).nextBytes(bytes);
    int offset = 0;
    for (int length : new int[] {1, 999, 40_000, 9_000, 70_000, 80_000}) {
      upload.append(bytes, offset, length);
      offset += length;
    }
    assertThat(offset).isEqualTo(bytes.length);

    Written.Data written = upload.close(Samples.sealed(file, bytes.length, 1)).get();

    commit(written);
    assertThat(Files.readAllBytes(folder.resolve(path))).isEqualTo(bytes);
    assertThat(bucket.checksum(path)).isEqualTo(written.checksum()).isPositive();
  }

  @Test
  void aSmallFileStaysWithThePlanAndNothingOfItIsWrittenUntilTheBudgetIsSpent() throws Exception {
    FileUpload.Target target = target(100_000);
    byte[] bytes = new byte[100_000];
    new Random(6).nextBytes(bytes);
    for (int number = 1; number <= 3; number++) {
      DataFile file = Samples.file(ORDERS, 1, number);
      FileUpload upload = new FileUpload(file, bucket.at(settings.layout().path(file)), target);
      upload.append(bytes, 0, 1_000);
      upload.append(bytes, 1_000, 90_000);
      upload.append(bytes, 91_000, 9_000);
      Written.Data written = upload.close(Samples.sealed(file, bytes.length, 1)).get();
      if (number < 3) {
        assertThat(written.content())
            .isInstanceOfSatisfying(
                Written.Inline.class, inline -> assertThat(inline.bytes()).isEqualTo(bytes));
        assertThat(folder.toFile().list()).isEmpty();
      } else {
        assertThat(written.content()).isInstanceOf(Written.Uploaded.class);
        assertThat(folder.toFile().list()).isNotEmpty();
      }
      CRC32C checksum = new CRC32C();
      checksum.update(bytes);
      assertThat(written.checksum()).isEqualTo(checksum.getValue());
    }
  }

  @Test
  void aFileThatOutgrowsItIsUploadedWhole() throws Exception {
    DataFile file = Samples.file(ORDERS, 1, 1);
    String path = settings.layout().path(file);
    FileUpload upload = new FileUpload(file, bucket.at(path), target(50_000));
    byte[] bytes = new byte[120_000];
    new Random(7).nextBytes(bytes);
    upload.append(bytes, 0, 50_000);
    assertThat(folder.toFile().list()).isEmpty();
    upload.append(bytes, 50_000, 70_000);
    Written.Data written = upload.close(Samples.sealed(file, bytes.length, 1)).get();
    commit(written);
    assertThat(Files.readAllBytes(folder.resolve(path))).isEqualTo(bytes);
    assertThat(bucket.checksum(path)).isEqualTo(written.checksum());
  }
}
