package io.spillway.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTreeTest {
  @TempDir Path root;

  @Test
  void foldersComeFirstAndManyEntriesAreCut() throws IOException {
    Files.createDirectories(root.resolve("z"));
    Files.createDirectories(root.resolve("_hidden"));
    Files.writeString(root.resolve("z/1"), "x".repeat(1234));
    for (String name : new String[] {"a", "b", "c", "d"}) {
      Files.writeString(root.resolve(name), "");
    }

    assertThat(DemoTree.lines(root))
        .containsExactly(
            "  z/", "    1  1,234 bytes", "  a  0 bytes", "  b  0 bytes", "  ... 2 more");
  }
}
