package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
  @TempDir Path folder;

  @Test
  void newestIsTheOneWrittenLastWhicheverJobWroteIt() throws IOException {
    complete("a/chk-9", 1_000);
    complete("b/chk-2", 3_000);
    complete("b/chk-1", 2_000);

    assertThat(Checkpoints.newest(place()).map(Object::toString))
        .hasValueSatisfying(path -> assertThat(path).endsWith("/b/chk-2"));
  }

  @Test
  void ofTwoWrittenAtTheSameTimeItIsThatOfTheHigherNumber() throws IOException {
    complete("a/chk-9", 1_000);
    complete("a/chk-10", 1_000);

    assertThat(Checkpoints.newest(place()).map(Object::toString))
        .hasValueSatisfying(path -> assertThat(path).endsWith("/a/chk-10"));
  }

  @Test
  void whatIsIncompleteOrNoCheckpointIsNotTaken() throws IOException {
    Files.createDirectories(folder.resolve("a/chk-9"));
    complete("a/savepoint-1", 5_000);
    complete("a/shared/chk-3", 5_000);
    assertThat(Checkpoints.newest(place())).isEmpty();

    complete("a/chk-1", 1_000);
    assertThat(Checkpoints.newest(place()).map(Object::toString))
        .hasValueSatisfying(path -> assertThat(path).endsWith("/a/chk-1"));
  }

  @Test
  void allAreThoseAtTheFolderAndBelowIt() throws IOException {
    complete("a/chk-1", 1_000);
    complete("a/savepoint-1", 5_000);

    assertThat(Checkpoints.all(place())).hasSize(2);
    assertThat(Checkpoints.all(new org.apache.flink.core.fs.Path(place(), "a/savepoint-1")))
        .singleElement()
        .satisfies(found -> assertThat(found.writtenMs()).isEqualTo(5_000));
  }

  @Test
  void folderThatIsNotThereHasNone() throws IOException {
    assertThat(Checkpoints.all(new org.apache.flink.core.fs.Path(place(), "none"))).isEmpty();
  }

  private org.apache.flink.core.fs.Path place() {
    return new org.apache.flink.core.fs.Path(folder.toUri());
  }

  private void complete(String name, long writtenMs) throws IOException {
    Path metadata = Files.createDirectories(folder.resolve(name)).resolve("_metadata");
    Files.writeString(metadata, "x");
    Files.setLastModifiedTime(metadata, FileTime.fromMillis(writtenMs));
  }
}
