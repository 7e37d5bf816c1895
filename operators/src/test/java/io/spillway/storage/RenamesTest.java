package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.plan.Written;
import io.spillway.policy.ErrorKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bucket on a file system whose own rename neither replaces a file nor says that it didn't. */
class RenamesTest {
  private static final String FILE = "shop/orders/1/2026-01-15/CDC000001.json";

  @TempDir Path root;
  private final ScriptedRenames renames = new ScriptedRenames();
  private final List<String> required = new ArrayList<>();
  private StorageSettings settings;
  private BucketFiles bucket;
  private Written.Data upload;

  @BeforeEach
  void open() throws IOException {
    settings =
        new StorageSettings(root.toUri().toString(), 6, ".json", 1, 1, BucketClaim.of("shop"));
    bucket =
        new BucketFiles(
            settings,
            new SmallFiles.Renamed(FileSystem.getLocalFileSystem(), Optional.of(renames)));
    // what is listed now is empty: no step looks before it is taken
    assertThat(bucket.hasTable(ORDERS)).isFalse();
    upload = StagedFiles.data(settings, ORDERS, 1, 1, "one\n");
  }

  private void makeVisible(boolean recovered) throws IOException {
    DataSteps steps =
        new DataSteps(
            bucket, settings.layout(), new Looks(bucket, -1), "a", () -> required.add("step"));
    steps.makeVisible(List.of(upload), "", recovered);
  }

  private void stands(String content) throws IOException {
    Files.createDirectories(root.resolve(FILE).getParent());
    Files.writeString(root.resolve(FILE), content);
  }

  private static ErrorKind kind(Throwable failure) {
    return CommitFault.kind((IOException) failure);
  }

  @Test
  void aSmallFileIsWrittenBesideItsPlaceAndRenamedOntoIt() throws IOException {
    bucket.replace("a/b", "one".getBytes(UTF_8), "x");
    bucket.replace("a/b", "two".getBytes(UTF_8), "x");
    assertThat(root.resolve("a/b")).hasContent("two");
    assertThat(renames.replaced).containsExactly(".b.x.tmp -> b", ".b.x.tmp -> b");
    assertThat(root.resolve("a")).isDirectoryContaining(file -> file.endsWith("b"));
    assertThat(root.resolve("a/.b.x.tmp")).doesNotExist();
  }

  @Test
  void aRenameThatIsRefusedLeavesTheOldContent() throws IOException {
    bucket.replace("a/b", "one".getBytes(UTF_8), "x");
    renames.refusal = new IOException("Name node is in safe mode");
    assertThatThrownBy(() -> bucket.replace("a/b", "two".getBytes(UTF_8), "x"))
        .isSameAs(renames.refusal);
    assertThat(root.resolve("a/b")).hasContent("one");
  }

  @Test
  void anUploadBecomesVisibleBehindTheLookAtTheOwner() throws IOException {
    makeVisible(false);
    assertThat(root.resolve(FILE)).hasContent("one");
    assertThat(required).containsExactly("step");
  }

  /** Flink's own commit would say that it was done. */
  @Test
  void aForeignFileInItsPlaceIsAConflictAndIsLeft() throws IOException {
    renames.next = Renames.Outcome.TAKEN;
    for (String foreign : List.of("two\n", "longer\n")) {
      stands(foreign);
      assertThatThrownBy(() -> makeVisible(false))
          .satisfies(failure -> assertThat(kind(failure)).isEqualTo(ErrorKind.CONFLICT))
          .hasMessageContaining("another job writes to this bucket");
      assertThat(root.resolve(FILE)).hasContent(foreign.strip());
    }
  }

  @ParameterizedTest
  @CsvSource({"TAKEN,false", "GONE,false", "TAKEN,true", "GONE,true"})
  void whatAnEarlierAttemptHasDoneIsDone(Renames.Outcome outcome, boolean recovered)
      throws IOException {
    renames.next = outcome;
    stands("one\n");
    makeVisible(recovered);
    assertThat(root.resolve(FILE)).hasContent("one");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anUploadThatIsGoneWithoutAFileIsLost(boolean recovered) {
    renames.next = Renames.Outcome.GONE;
    assertThatThrownBy(() -> makeVisible(recovered))
        .satisfies(failure -> assertThat(kind(failure)).isEqualTo(ErrorKind.LOST))
        .hasMessageContaining("is lost");
  }

  @Test
  void aRefusalIsPassedOnToBeTriedAgain() throws IOException {
    renames.refusal = new IOException("Name node is in safe mode");
    assertThatThrownBy(() -> makeVisible(false)).isSameAs(renames.refusal);
    renames.refusal = null;
    makeVisible(true);
    assertThat(root.resolve(FILE)).hasContent("one");
  }

  /** Of Hadoop's two jars these tests have one. */
  @Test
  void withoutHadoopsClientItIsSaidWhatToPutWhere() {
    assertThatThrownBy(() -> SmallFiles.of(new org.apache.flink.core.fs.Path("hdfs://name/out")))
        .isInstanceOf(UnsupportedFileSystemSchemeException.class)
        .hasMessageContaining("hdfs://name/out needs Hadoop's client")
        .hasMessageContaining("HADOOP_CLASSPATH")
        .hasMessageContaining("lib/");
    assertThat(MissingHadoop.concerns(URI.create("HDFS://name/out"))).isTrue();
    assertThat(MissingHadoop.concerns(URI.create("s3://lake/out"))).isFalse();
  }
}
