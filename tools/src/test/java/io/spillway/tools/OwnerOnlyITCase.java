package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.spillway.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may read what {@code bin/spillway} leaves on a local disk. */
@Timeout(300)
class OwnerOnlyITCase {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  @TempDir Path folder;

  @Test
  void onlyTheOwnerReadsLettersEventsAndCheckpoints() throws Exception {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path in = Files.createDirectory(folder.resolve("in"));
    Files.writeString(
        in.resolve("p-0.ndjson"),
        """
        {"database":"shop","table":"t","isDdl":false,"type":"INSERT","data":[{"id":"1"}],"_tidb":{"commitTs":7}}
        no JSON at all
        {"database":"","table":"","isDdl":false,"type":"TIDB_WATERMARK","_tidb":{"watermarkTs":8}}
        """);
    Path pipeline =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop, parallelism: 1, checkpoint-interval: 300 ms, checkpoint-dir: made/state}
            sources: [{type: files, path: in}]
            storage: {path: made/out, flush-interval: 100 ms}
            errors: {max-dead-letter-rate: 1.0}
            """);

    Process run =
        new ProcessBuilder(
                Repository.root().resolve("bin/spillway").toString(), "run", pipeline.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("run.log").toFile())
            .start();
    assertThat(run.waitFor(240, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as(Files.readString(folder.resolve("run.log"))).isZero();

    List<Path> made;
    try (Stream<Path> tree = Files.walk(folder.resolve("made"))) {
      made = tree.toList();
    }
    assertThat(made.stream().map(Path::toString))
        .anyMatch(path -> path.contains("/_dead-letters/"))
        .anyMatch(path -> path.contains("/_cursor/"))
        .anyMatch(path -> path.contains("/state/shop/"))
        .anyMatch(path -> path.endsWith(".json"));
    for (Path path : made) {
      assertThat(Files.getPosixFilePermissions(path))
          .as("%s", path)
          .doesNotContainAnyElementsOf(OTHERS);
    }
  }
}
