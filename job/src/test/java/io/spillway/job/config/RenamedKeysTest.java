package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipeline files of earlier releases. */
class RenamedKeysTest {
  private static final String NOW =
      """
      pipeline: {name: shop}
      sources:
        - {type: files, path: in}
        - {type: kafka, bootstrap-servers: "localhost:9092", topics: [shop]}
      storage: {path: out}
      control: {type: kafka, topic: settings, bootstrap-servers: "other:9092"}
      """;

  @TempDir private Path folder;

  @Test
  void theOldNameOfAKeyIsReadAsTheNewOne() throws Exception {
    Pipelines pipelines = new Pipelines(folder);

    assertThat(pipelines.load(NOW.replace("bootstrap-servers", "brokers")))
        .isEqualTo(pipelines.load(NOW));
  }

  @Test
  void aKeyUnderBothNamesIsGivenTwice() {
    String both = NOW.replace("topics: [shop]", "topics: [shop], brokers: \"localhost:9092\"");

    assertThatThrownBy(() -> new Pipelines(folder).load(both))
        .hasMessageEndingWith("4: sources[1].bootstrap-servers: is given twice, first on line 4");
  }

  @Test
  void theLineOfTheLogNamesPlaceAndNewName() {
    Faults faults = new Faults();

    faults.rename(4, "sources[1].brokers", "bootstrap-servers");

    assertThat(faults.outdated())
        .containsExactly(
            "line 4: sources[1].brokers is called bootstrap-servers now; the old name is still"
                + " read");
    assertThat(faults.list()).isEmpty();
  }
}
