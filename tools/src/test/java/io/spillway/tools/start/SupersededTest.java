package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupersededTest {
  private static final String A = "a".repeat(32);
  private static final String B = "b".repeat(32);
  private static final String C = "c".repeat(32);

  @TempDir java.nio.file.Path folder;

  private void checkpoint(String job, long number) throws IOException {
    java.nio.file.Path made = folder.resolve(job).resolve("chk-" + number);
    Files.createDirectories(made);
    try (OutputStream out = Files.newOutputStream(made.resolve("_metadata"))) {
      Checkpoints.storeCheckpointMetadata(
          new CheckpointMetadata(number, List.of(), List.of()), out);
    }
  }

  private Set<String> left() throws IOException {
    try (Stream<java.nio.file.Path> tree = Files.walk(folder, 2)) {
      Set<String> names = new TreeSet<>();
      tree.filter(path -> path.getNameCount() == folder.getNameCount() + 2)
          .forEach(path -> names.add(folder.relativize(path).toString()));
      return names;
    }
  }

  private Superseded superseded(String... foreign) {
    return new Superseded(new Path(folder.toUri()), Set.of(foreign));
  }

  @Test
  void theNewestAndOneToFallBackOnAreKept() throws IOException {
    checkpoint(A, 3);
    checkpoint(A, 4);
    checkpoint(B, 5);
    checkpoint(B, 6);
    checkpoint(B, 7);
    Files.createDirectories(folder.resolve(A).resolve("shared"));

    superseded().remove(path(B, 7));

    assertThat(left()).containsExactly(B + "/chk-6", B + "/chk-7");
  }

  @Test
  void theOneThatIsGoneOnFromIsKeptHoweverManyNewerOnesWerePassedOver() throws IOException {
    checkpoint(A, 3);
    checkpoint(A, 4);
    checkpoint(A, 5);
    checkpoint(B, 6);
    checkpoint(B, 7);
    checkpoint(B, 8);

    superseded().remove(path(A, 5));

    assertThat(left())
        .containsExactly(A + "/chk-4", A + "/chk-5", B + "/chk-6", B + "/chk-7", B + "/chk-8");
  }

  private Path path(String job, long number) {
    return new Path(folder.resolve(job).resolve("chk-" + number).toString());
  }

  @Test
  void oneThatCannotBeReadIsLeftAndCountsForNothing() throws IOException {
    checkpoint(A, 3);
    checkpoint(A, 4);
    checkpoint(A, 5);
    Files.createDirectories(folder.resolve(B + "/chk-9"));
    Files.writeString(folder.resolve(B + "/chk-9/_metadata"), "torn");

    superseded().remove(path(A, 5));

    assertThat(left()).containsExactly(A + "/chk-4", A + "/chk-5", B + "/chk-9");
  }

  @Test
  void whatFlinkDeletesAtTheSameTimeIsRemovedAllTheSame() throws IOException {
    checkpoint(A, 3);
    checkpoint(A, 4);
    checkpoint(B, 5);

    new Superseded(new Path("raced://" + folder), Set.of()).removeAll();

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatBelongsToThePastOrToSomebodyElseIsLeftAlone() throws IOException {
    checkpoint(A, 30);
    checkpoint(B, 5);
    checkpoint(C, 1);
    checkpoint("mine", 2);

    superseded(A).removeAll();

    assertThat(left()).containsExactly(A + "/chk-30", "mine/chk-2");
  }
}
