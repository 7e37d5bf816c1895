package io.spillway.tools.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary folders of tests, which are deleted when this process ends and not after each test. A
 * pipeline leaves thousands of files, and ext4 passes over each inode that was freed within the
 * last seconds, one by one, whenever it makes a file: with folders that are deleted in between,
 * tests took a sixth more CPU time.
 */
public final class KeptTempDirs implements TempDirFactory {
  private static final class Parent {
    static final Path FOLDER = make();

    private static Path make() {
      try {
        File folder = Files.createTempDirectory("spillway-tests-").toFile();
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> FileUtils.deleteDirectoryQuietly(folder)));
        return folder.toPath();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return Files.createTempDirectory(Parent.FOLDER, "test-");
  }
}
