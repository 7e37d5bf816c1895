package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.Namespace;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerTest {
  private static final Owner OWNER = new Owner("shop", "l-1", 3, "2026-01-02T03:04:05Z");

  @TempDir java.nio.file.Path folder;

  @Test
  void itsOwnPipelineMayWrite() {
    assertThat(OWNER.refuses("shop", Optional.of("l-1"))).isEmpty();
    assertThat(OWNER.refuses("shop", Optional.empty())).as("state of 0.1.0").isEmpty();
  }

  @Test
  void anotherPipelineIsToldWhoseItIsAndSinceWhen() {
    assertThat(OWNER.refuses("mall", Optional.empty()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("pipeline shop", "2026-01-02T03:04:05Z"));
  }

  @Test
  void theSameNameWithCheckpointsElsewhereIsAnotherToo() {
    assertThat(OWNER.refuses("shop", Optional.of("l-2")))
        .hasValueSatisfying(why -> assertThat(why).contains("checkpoint-dir"));
  }

  @Test
  void eachNamespaceHasAFileOfItsOwnWhereReadersDoNotLook() throws IOException {
    Path bucket = new Path(folder.toUri());
    Path file = Owner.file(bucket, Namespace.HARVEST);
    assertThat(Owner.read(file)).isEmpty();
    OWNER.write(file);
    assertThat(Owner.read(file)).contains(OWNER);
    assertThat(folder.resolve("_spillway/owner.json")).exists();
    assertThat(Owner.read(Owner.file(bucket, new Namespace("BACKFILL", "plan-7")))).isEmpty();
  }
}
