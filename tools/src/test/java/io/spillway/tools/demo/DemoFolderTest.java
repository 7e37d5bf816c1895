package io.spillway.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFolderTest {
  @TempDir Path parent;

  @Test
  void earlierDemoIsDeleted() throws Exception {
    Path root = parent.resolve("demo");
    DemoFolder first = DemoFolder.claim(root);
    Files.createDirectories(first.output().resolve("shop"));
    Files.writeString(first.output().resolve("shop/file"), "old");

    DemoFolder second = DemoFolder.claim(root);

    assertThat(second.output()).doesNotExist();
    assertThat(root).isDirectory();
  }

  @Test
  void emptyFolderIsTaken() throws Exception {
    Path root = Files.createDirectory(parent.resolve("empty"));

    DemoFolder.claim(root);

    assertThat(root).isNotEmptyDirectory();
  }

  @Test
  void folderOfSomethingElseIsRefusedAndLeftAsItIs() throws Exception {
    Path root = Files.createDirectory(parent.resolve("mine"));
    Files.writeString(root.resolve("file"), "precious");

    assertThatThrownBy(() -> DemoFolder.claim(root))
        .isInstanceOf(DemoFolder.NotADemoException.class)
        .hasMessageContaining(root.toString());

    assertThat(root.resolve("file")).hasContent("precious");
    assertThat(root).isDirectoryNotContaining(path -> !path.endsWith("file"));
  }

  @Test
  void fileIsRefused() throws Exception {
    Path file = Files.writeString(parent.resolve("file"), "precious");

    assertThatThrownBy(() -> DemoFolder.claim(file))
        .isInstanceOf(DemoFolder.NotADemoException.class);

    assertThat(file).hasContent("precious");
  }
}
