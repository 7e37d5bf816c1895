package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderProbeTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"shop-0.ndjson", "a-b-12.json", "a.b-3.txt"})
  void folderWithAPartitionFileIsFine(String name) throws IOException {
    Files.createFile(folder.resolve(name));

    assertThat(FolderProbe.partitions("p", folder.toUri())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.ndjson", "shop-x.ndjson", "-0.ndjson", "shop-0", "shop-0."})
  void folderWithOtherFilesOnlyHasNothingToRead(String name) throws IOException {
    Files.createFile(folder.resolve(name));

    assertThat(FolderProbe.partitions("p", folder.toUri()))
        .containsExactly(
            new Finding(
                "p",
                "folder %s has no file <name>-<partition>.<ext>, as shop-0.ndjson"
                    .formatted(folder)));
  }

  /**
   * As places of the pipeline file are made: other letters than ASCII's stand in them as they are.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a b", "50% of", "a%20b", "f\u00fcr"})
  void foldersMayHaveAnyName(String name) throws Exception {
    assumeThat(Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode(name))
        .isTrue();
    Path named = Files.createDirectory(folder.resolve(name));
    Files.createFile(named.resolve("shop-0.ndjson"));
    URI place = new URI("file", "", named.toString(), null, null);

    assertThat(FolderProbe.partitions("p", place)).isEmpty();
    assertThat(FolderProbe.writable("p", place)).isEmpty();
  }

  @Test
  void twoFilesOfOnePartitionAreNamed() throws IOException {
    Files.createFile(folder.resolve("p-0.ndjson"));
    Files.createFile(folder.resolve("p-0.json"));

    assertThat(FolderProbe.partitions("p", folder.toUri()))
        .containsExactly(
            new Finding(
                "p",
                "folder %s has two files of one partition: p-0.json and p-0.ndjson"
                    .formatted(folder)));
  }

  @Test
  void folderNamedLikeAPartitionIsNone() throws IOException {
    Files.createDirectory(folder.resolve("shop-0.ndjson"));

    assertThat(FolderProbe.partitions("p", folder.toUri())).hasSize(1);
  }

  @Test
  void missingFolderAndFileInItsPlaceAreTold() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path none = folder.resolve("none");

    assertThat(FolderProbe.partitions("p", none.toUri()))
        .containsExactly(new Finding("p", "folder " + none + " does not exist"));
    assertThat(FolderProbe.partitions("p", file.toUri()))
        .containsExactly(new Finding("p", file + " is not a folder"));
  }

  @Test
  void writableFolderStaysAsItWas() throws IOException {
    assertThat(FolderProbe.writable("p", folder.toUri())).isEmpty();
    assertThat(FolderProbe.writable("p", folder.resolve("a/b/c").toUri())).isEmpty();

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void folderBelowAFileCannotBeWritten() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(FolderProbe.writable("p", file.resolve("out").toUri()))
        .containsExactly(new Finding("p", file + " is a file, but a folder is needed there"));
  }

  @Test
  void fileSystemThatTakesNoFilesIsToldEvenToRoot() {
    assertThat(FolderProbe.writable("p", URI.create("file:///proc/self/out")))
        .extracting(Finding::message)
        .singleElement()
        .asString()
        .startsWith("folder /proc/self/out cannot be created: ");
  }

  @Test
  void onlyPlacesOnThisMachineAreLocal() {
    assertThat(FolderProbe.isLocal(folder.toUri())).isTrue();
    assertThat(FolderProbe.isLocal(URI.create("s3://bucket/none"))).isFalse();
  }
}
