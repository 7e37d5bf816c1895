package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class RootCauseTest {
  @Test
  void theInnermostMessageIsGivenOrItsKind() {
    assertThat(RootCause.of(new IllegalStateException("job", new IOException("reset\nby x"))))
        .isEqualTo("reset");
    assertThat(RootCause.text(new IOException("reset\nby x"))).isEqualTo("reset\nby x");
    assertThat(RootCause.of(new IllegalStateException("job", new IOException())))
        .isEqualTo("IOException");
  }

  @Test
  void aFileIsNamedWithWhatIsWrongWithIt() {
    assertThat(RootCause.of(new NoSuchFileException("/tmp/x"))).isEqualTo("/tmp/x is not there");
    assertThat(RootCause.of(new AccessDeniedException("/tmp/x"))).isEqualTo("no right to /tmp/x");
    assertThat(RootCause.of(new DirectoryNotEmptyException("/tmp/x")))
        .isEqualTo("DirectoryNotEmptyException: /tmp/x");
    assertThat(RootCause.of(new FileSystemException("/tmp/x", null, "Too many open files")))
        .isEqualTo("/tmp/x: Too many open files");
  }

  @Test
  void whereMemoryWasShortThatIsSaid() {
    assertThat(RootCause.of(new IllegalStateException("job", new OutOfMemoryError("Metaspace"))))
        .isEqualTo("out of memory: Metaspace");
  }
}
