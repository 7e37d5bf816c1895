package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields of {@code --json}: programs rely on them. */
class JsonOutputTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeAPipeline() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.createFile(folder.resolve("in/shop-0.ndjson"));
    file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop}
            sources: [{type: files, path: in}]
            storage: {path: out}
            """);
  }

  @Test
  void validateSaysWhatAStartWouldDo() throws IOException {
    CommandRun run = CommandRun.of("validate", "--json", file.toString());

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
    JsonNode object = object(run);
    assertThat(names(object)).containsExactly("file", "ok", "faults", "start");
    assertThat(object.path("ok").asBoolean()).isTrue();
    assertThat(object.path("start").path(0).asText()).startsWith("a start would begin");
  }

  @Test
  void validateHasEveryFaultWithItsLine() throws IOException {
    Files.writeString(file, "pipeline: {name: shop}\nspol: {}\n");

    CommandRun run = CommandRun.of("validate", "--json", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    JsonNode faults = object(run).path("faults");
    assertThat(names(faults.path(0))).containsExactly("line", "key", "message", "warning");
    assertThat(faults)
        .anySatisfy(
            fault -> {
              assertThat(fault.path("key").asText()).isEqualTo("spol");
              assertThat(fault.path("line").asInt()).isEqualTo(2);
            });
  }

  @Test
  void validateHasWhatIsMissingAround() throws IOException {
    Files.delete(folder.resolve("in/shop-0.ndjson"));
    Files.delete(folder.resolve("in"));

    CommandRun run = CommandRun.of("validate", "--json", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(object(run).path("faults").path(0).path("key").asText())
        .isEqualTo("sources[0].path");
  }

  @Test
  void explainHasARuleALine() throws IOException {
    CommandRun run = CommandRun.of("explain", "--json");

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    for (String line : run.out().split("\n")) {
      assertThat(names(JSON.readTree(line)))
          .containsExactly(
              "domain",
              "type",
              "phase",
              "kind",
              "retry",
              "backoff",
              "attempts",
              "deadLetter",
              "end",
              "alert",
              "level",
              "override");
    }
  }

  @Test
  void orphansAreOneObject() throws IOException {
    Path unfinished = folder.resolve("out/.metadata.0c5f0f6c-6d2f-4b0e-9a8e-6f3a3f1d2b11.tmp");
    Files.createDirectories(unfinished.getParent());
    Files.writeString(unfinished, "row");

    CommandRun run =
        CommandRun.of("storage", "orphans", file.toString(), "--older-than", "0", "--json");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    JsonNode object = object(run);
    assertThat(names(object)).containsExactly("orphans", "needed", "young", "kept", "removed");
    assertThat(names(object.path("orphans").path(0)))
        .containsExactly("bytes", "kind", "place", "since");
  }

  @Test
  void misspeltValuesAreRefusedWithThoseThatThereAre() {
    String letters = "dead-letters";
    CommandRun kind = CommandRun.of(letters, "list", file.toString(), "--kind", "MALFORMD");
    assertThat(kind.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(kind.err()).contains("MALFORMD", "MALFORMED");
    CommandRun stage = CommandRun.of(letters, "list", file.toString(), "--stage", "decod");
    assertThat(stage.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(stage.err()).contains("decod", "decode, search");
    CommandRun sink = CommandRun.of("cursor", "replay", folder.toString(), "--sink", "searsh");
    assertThat(sink.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(sink.err()).contains("searsh", "storage, search");
    assertThat(CommandRun.of(letters, "list", file.toString(), "--kind", "MALFORMED").exitCode())
        .isEqualTo(ExitCode.OK);
  }

  private static JsonNode object(CommandRun run) throws IOException {
    assertThat(run.out().lines()).hasSize(1);
    return JSON.readTree(run.out());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
