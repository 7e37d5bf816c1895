package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
  @TempDir Path folder;

  @Test
  void aJobThatWentOnCountsOnSoTheHighestNumberIsTheNewestWhateverTimeItHas() throws IOException {
    complete("a/chk-9", 3_000);
    complete("b/chk-10", 1_000);
    complete("b/chk-11", 2_000);

    assertThat(newestFirst()).containsExactly("/b/chk-11", "/b/chk-10", "/a/chk-9");
  }

  @Test
  void ofEqualNumbersTheOneWrittenLastIsTheNewest() throws IOException {
    complete("a/chk-9", 2_000);
    complete("b/chk-9", 1_000);

    assertThat(newestFirst()).containsExactly("/a/chk-9", "/b/chk-9");
  }

  @Test
  void whatIsIncompleteOrNoCheckpointOrOfAnotherPipelinesFolderIsNotTaken() throws IOException {
    Files.createDirectories(folder.resolve("a/chk-9"));
    complete("a/savepoint-1", 5_000);
    complete("a/shared/chk-3", 5_000);
    complete("other/a/chk-7", 5_000);
    assertThat(newestFirst()).isEmpty();

    complete("a/chk-1", 1_000);
    assertThat(newestFirst()).containsExactly("/a/chk-1");
  }

  private List<String> newestFirst() throws IOException {
    return Checkpoints.newestFirst(place()).stream()
        .map(complete -> complete.folder().toString())
        .map(path -> path.substring(path.lastIndexOf('/', path.lastIndexOf("/chk") - 1)))
        .toList();
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
