package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailabilityTest {
  @TempDir Path folder;

  @Test
  void tellsEverythingThatIsMissing() {
    List<String> faults =
        new Pipelines(folder)
            .faults(Pipelines.resource("full-pipeline.yaml"), Availability.CURRENT);

    assertThat(faults)
        .extracting(fault -> fault.replaceFirst("^\\d+: ", ""))
        .containsExactly(
            "sources[0].format: \"simple-json\" is not available in this version",
            "storage.format: \"csv\" is not available in this version",
            "storage.compression: \"zstd\" is not available in this version");
  }

  @Test
  void dynamicValuesAreJudgedAfterReplacement() {
    Path file = new Pipelines(folder).write(Pipelines.withStorage("format: ${FORMAT}"));

    assertThat(catchFaults(file, "csv"))
        .containsExactly("storage.format: \"${FORMAT}\" is not available in this version");
    assertThat(catchFaults(file, "canal-json")).isEmpty();
  }

  private static List<String> catchFaults(Path file, String format) {
    try {
      PipelineLoader.load(file, Map.of("FORMAT", format));
      return List.of();
    } catch (InvalidPipelineException e) {
      return e.faults().stream().map(PipelineFault::toString).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
