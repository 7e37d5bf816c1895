package io.spillway.tools.orphans;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnfinishedFilesTest {
  private static final String ID = "01234567-89ab-cdef-0123-456789abcdef";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".CDC00000000000000000001.json.inprogress." + ID,
        ".cursor-events-a-0.ndjson.inprogress." + ID,
        ".metadata." + ID + ".tmp",
        ".CDC.index." + ID + ".tmp",
        "_CDC00000000000000000001.json_tmp_" + ID
      })
  void temporaryFilesOfWritersAreKnownByTheirNames(String name) {
    assertThat(UnfinishedFiles.isUnfinished(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata",
        "CDC00000000000000000001.json",
        "CDC.index",
        "CDC.inprogress." + ID,
        "cursor-events-a-0.ndjson",
        ".spillway-probe-" + ID,
        ".note.tmp",
        "_tmp_x"
      })
  void everythingElseIsNot(String name) {
    assertThat(UnfinishedFiles.isUnfinished(name)).isFalse();
  }

  @Test
  void theyAreFoundAtAnyDepthAndRemovedOneByOne() throws Exception {
    String name = ".CDC00000000000000000001.json.inprogress." + ID;
    Path deep = Files.createDirectories(folder.resolve("shop/orders/1/2026-01-01"));
    Files.writeString(deep.resolve(name), "four");
    Files.writeString(deep.resolve("CDC00000000000000000001.json"), "{}");
    Files.writeString(folder.resolve(".metadata." + ID + ".tmp"), "");
    UnfinishedFiles files = new UnfinishedFiles(new org.apache.flink.core.fs.Path(folder.toUri()));

    List<Unfinished> found = new ArrayList<>();
    files.list(found);

    assertThat(found)
        .extracting(Unfinished::token)
        .containsExactlyInAnyOrder(name, ".metadata." + ID + ".tmp");
    Unfinished data = found.stream().filter(f -> f.token().equals(name)).findFirst().get();
    assertThat(data.bytes()).isEqualTo(4);
    files.delete(data);
    assertThat(deep.resolve(name)).doesNotExist();
    assertThat(folder.resolve(".metadata." + ID + ".tmp")).exists();
  }

  @Test
  void folderThatIsNotThereHasNone() throws Exception {
    List<Unfinished> found = new ArrayList<>();
    new UnfinishedFiles(new org.apache.flink.core.fs.Path(folder.resolve("none").toUri()))
        .list(found);

    assertThat(found).isEmpty();
  }

  @Test
  void whatIsNeededStaysAtAnyAgeAndWhatIsYoungStaysAnyway() {
    Unfinished thing = new Unfinished(Unfinished.Kind.UPLOAD, "s3://b/k", "id", -1, 1_000);

    assertThat(Verdict.of(thing, Set.of("id"), 1_000_000, 0)).isEqualTo(Verdict.NEEDED);
    assertThat(Verdict.of(thing, Set.of("other"), 1_999, 1_000)).isEqualTo(Verdict.YOUNG);
    assertThat(Verdict.of(thing, Set.of("other"), 2_000, 1_000)).isEqualTo(Verdict.ORPHAN);
    assertThat(Verdict.of(thing, Set.of(), 500, 1)).isEqualTo(Verdict.YOUNG);
  }
}
