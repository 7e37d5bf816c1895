package io.spillway.tools.verify;

import static io.spillway.tools.verify.BucketFixture.ALTERED;
import static io.spillway.tools.verify.BucketFixture.DAY;
import static io.spillway.tools.verify.BucketFixture.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.schema.SchemaFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job works on the bucket, or calls fail, while the verifier reads it. */
class BucketVerifierLiveTest {
  private static final String NEXT = "shop/orders/3000/2026-01-16";

  @TempDir Path dir;

  private static VerifyReport verify(BucketFixture bucket, boolean live, HookedFileSystem.Hook hook)
      throws IOException {
    return new BucketVerifier(live, 100, () -> {})
        .verify(bucket.path(), new HookedFileSystem(hook), (files, rows, bytes) -> {});
  }

  /** What a commit does, one step at a time; small files are written in two halves. */
  private static Queue<Runnable> commits(BucketFixture b) {
    SchemaFile schema =
        new SchemaFile(BucketFixture.orders(), 3000, "ALTER TABLE `orders` DROP", 6);
    String schemaPath = BucketFixture.schemaPath(schema);
    String index = ALTERED + "/meta/CDC.index";
    String nextIndex = NEXT + "/meta/CDC.index";
    String temporary = ALTERED + "/.CDC000003.json.inprogress.1";
    List<Runnable> steps =
        List.of(
            () -> b.rows(ALTERED + "/CDC000002.json", row("orders", 2800, 30)),
            () -> b.rows(temporary, row("orders", 3000, 31)),
            () -> b.move(temporary, ALTERED + "/CDC000003.json"),
            () -> b.write(index, "CDC0000"),
            () -> b.write(index, "CDC000003.json\n"),
            () -> b.schema(schema),
            () -> b.edit(schemaPath, "\n}", ""),
            () -> b.schema(schema),
            () -> b.rows(NEXT + "/CDC000001.json", row("orders", 3001, 32)),
            () -> b.rows(NEXT + "/CDC000002.json", row("orders", 3002, 33)),
            () -> b.write(nextIndex, ""),
            () -> b.write(nextIndex, "CDC000002.json\n"),
            () -> b.write("metadata", "{\"checkpoint-"),
            () -> b.write("metadata", "{\"checkpoint-ts\":3002}"),
            () -> b.rows(NEXT + "/CDC000003.json", row("orders", 3100, 34)),
            () -> b.write(nextIndex, "CDC000003.json\n"));
    return new ArrayDeque<>(steps);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void noInterleavingWithCommitsIsAFault(int stepsPerCall) throws IOException {
    int calls = 0;
    for (int start = 0; start <= calls; start++) {
      BucketFixture bucket = BucketFixture.good(dir.resolve("from-" + start));
      Queue<Runnable> steps = commits(bucket);
      int first = start;
      int[] call = {0};
      VerifyReport report =
          verify(
              bucket,
              true,
              (what, path) -> {
                for (int i = 0; i < stepsPerCall && call[0] >= first && !steps.isEmpty(); i++) {
                  steps.remove().run();
                }
                call[0]++;
              });
      calls = call[0];
      assertThat(report.faults()).as("commits from call %d on", start).isEmpty();
      assertThat(report.rows().count()).isBetween(11L, 16L);
    }
    assertThat(calls).isGreaterThan(30);
  }

  @Test
  void commitsBeforeTheReadingAreAllSeen() throws IOException {
    BucketFixture bucket = BucketFixture.good(dir);
    commits(bucket).forEach(Runnable::run);
    for (boolean live : new boolean[] {true, false}) {
      VerifyReport report = bucket.verify(live);
      assertThat(report.faults()).isEmpty();
      assertThat(report.rows().count()).isEqualTo(16);
    }
  }

  @Test
  void anIndexWrittenBeforeItsDataIsAFault() throws IOException {
    BucketFixture bucket = BucketFixture.good(dir);
    bucket.write(ALTERED + "/meta/CDC.index", "CDC000002.json\n");
    VerifyReport report = verify(bucket, true, (call, path) -> {});
    assertThat(report.faultCounts()).containsOnlyKeys(FaultKind.INDEX_DANGLING);
  }

  @Test
  void callsThatMissAFileOnceAreTriedAgain() throws IOException {
    BucketFixture bucket = BucketFixture.good(dir);
    Set<String> failed = new HashSet<>();
    VerifyReport report =
        verify(
            bucket,
            true,
            (call, path) -> {
              if (failed.add(call + path)) {
                throw new FileNotFoundException(path.toString());
              }
            });
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().count()).isEqualTo(11);
    assertThat(failed).hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDataFileThatStaysAwayIsAFault(boolean live) throws IOException {
    BucketFixture bucket = BucketFixture.good(dir);
    VerifyReport report =
        verify(
            bucket,
            live,
            (call, path) -> {
              if (call.equals("open") && path.getPath().endsWith(DAY + "/CDC000002.json")) {
                throw new FileNotFoundException(path.toString());
              }
            });
    assertThat(report.faultCounts()).containsOnlyKeys(FaultKind.FILE_VANISHED);
    assertThat(report.files().count()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherFailureOfTheFileSystemIsNoFaultOfTheBucket(boolean live) {
    BucketFixture bucket = BucketFixture.good(dir);
    assertThatThrownBy(
            () ->
                verify(
                    bucket,
                    live,
                    (call, path) -> {
                      if (path.getName().equals("CDC000002.json")) {
                        throw new IOException("disk on fire");
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("disk on fire");
  }
}
