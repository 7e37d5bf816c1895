package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {
  @TempDir Path root;
  private final List<String> calls = new ArrayList<>();

  private final class Recorded extends LocalDisk {
    Recorded() {
      super(root);
    }

    @Override
    void writeSynced(Path file, byte[] content) throws IOException {
      calls.add("write and sync " + root.relativize(file));
      super.writeSynced(file, content);
    }

    @Override
    void move(Path from, Path to) throws IOException {
      calls.add("move to " + root.relativize(to));
      super.move(from, to);
    }

    @Override
    void sync(Path folder) throws IOException {
      calls.add("sync folder /" + root.relativize(folder));
      super.sync(folder);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void contentIsOnTheDiskBeforeTheRenameAndTheFolderBehindIt() throws IOException {
    LocalDisk disk = new Recorded();
    disk.replace(root.resolve(".m.tmp"), root.resolve("metadata"), bytes("one"));
    assertThat(calls).containsExactly("write and sync .m.tmp", "move to metadata", "sync folder /");
    assertThat(root.resolve("metadata")).hasContent("one");
  }

  @Test
  void newFoldersAreOnTheDiskFromTheRootOnAndOnlyOnce() throws IOException {
    LocalDisk disk = new Recorded();
    Path folder = root.resolve("shop/orders");
    disk.replace(folder.resolve(".x"), folder.resolve("x"), bytes("one"));
    assertThat(calls)
        .containsExactly(
            "write and sync shop/orders/.x",
            "move to shop/orders/x",
            "sync folder /",
            "sync folder /shop",
            "sync folder /shop/orders");
    calls.clear();
    disk.replace(folder.resolve(".x"), folder.resolve("x"), bytes("two"));
    assertThat(calls)
        .containsExactly(
            "write and sync shop/orders/.x", "move to shop/orders/x", "sync folder /shop/orders");
    assertThat(folder.resolve("x")).hasContent("two");
  }

  @Test
  void aBucketOnALocalDiskWritesItsSmallFilesThatWay() throws IOException {
    StorageSettings settings =
        new StorageSettings(root.toUri().toString(), 6, ".json", 1, 1, BucketClaim.of("shop"));
    BucketFiles bucket = new BucketFiles(settings, new Recorded());
    bucket.replace("metadata", bytes("one"), "a");
    bucket.replace("metadata", bytes("two"), "a");
    assertThat(calls)
        .containsSubsequence("write and sync .metadata.a.tmp", "move to metadata", "sync folder /");
    assertThat(calls).hasSize(6);
  }
}
