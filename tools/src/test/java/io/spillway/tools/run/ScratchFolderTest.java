package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
  @TempDir Path parent;

  @Test
  void whatADeadProcessHasLeftIsRemovedAndNothingElse() throws Exception {
    Path dead = left("dead", ScratchFolder.machine());
    Files.writeString(Files.createDirectories(dead.resolve("tm_0/tmp")).resolve("rows"), "row");
    Path living = ScratchFolder.create(parent);
    Path elsewhere = left("elsewhere", "another machine");
    Path justMade = folder(ScratchFolder.PREFIX + "just-made");
    Path other = folder("other");
    Files.createFile(other.resolve(ScratchFolder.LOCK));
    Path linked = folder(ScratchFolder.PREFIX + "linked");
    Files.createSymbolicLink(linked.resolve(ScratchFolder.LOCK), other.resolve(ScratchFolder.LOCK));

    // a lock must not end with an object that nobody refers to
    for (int i = 0; i < 10; i++) {
      System.gc();
      ScratchFolder.removeLeftovers(parent);
    }

    assertThat(parent.toFile().listFiles())
        .extracting(java.io.File::toPath)
        .containsExactlyInAnyOrder(living, elsewhere, justMade, other, linked);
  }

  @Test
  void aLinkInALeftoverIsRemovedAndWhatItNamesIsNot() throws Exception {
    Path kept = Files.writeString(folder("kept").resolve("file"), "kept");
    Path dead = left("dead", ScratchFolder.machine());
    Files.createSymbolicLink(dead.resolve("link"), kept.getParent());

    ScratchFolder.removeLeftovers(parent);

    assertThat(dead).doesNotExist();
    assertThat(kept).hasContent("kept");
  }

  /** As a process leaves it that was killed. */
  private Path left(String name, String machine) throws Exception {
    Path folder = folder(ScratchFolder.PREFIX + name);
    Files.writeString(folder.resolve(ScratchFolder.LOCK), machine);
    return folder;
  }

  private Path folder(String name) throws Exception {
    return Files.createDirectory(parent.resolve(name));
  }
}
