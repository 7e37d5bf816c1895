package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.Compression;
import io.spillway.encode.CsvOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvSectionTest {
  @TempDir private Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void setUp() {
    pipelines = new Pipelines(folder);
  }

  private static String csv(String settings) {
    return Pipelines.withStorage("format: csv", "csv: {" + settings + "}");
  }

  @Test
  void withoutASectionCsvIsAsByDefault() {
    StorageConfig storage =
        pipelines.load(Pipelines.withStorage("format: csv")).storage().orElseThrow();
    assertThat(storage.form()).isEqualTo(new FileForm.Csv(CsvOptions.DEFAULT, Compression.NONE));
    assertThat(storage.rows().extension()).isEqualTo(".csv");
  }

  @Test
  void aSectionForAnotherFormatHasNoEffectAsBefore() {
    StorageConfig storage =
        pipelines
            .load(Pipelines.withStorage("csv: {delimiter: '|', quote: '\"', old: [1, 2]}"))
            .storage()
            .orElseThrow();
    assertThat(storage.form()).isEqualTo(new FileForm.CanalJson(Compression.NONE));
    assertThat(storage.rows().extension()).isEqualTo(".json");
  }

  @Test
  void theTerminatorIsItsNameOrItself() {
    for (String word : new String[] {"lf", "\"\\n\""}) {
      StorageConfig storage = pipelines.load(csv("terminator: " + word)).storage().orElseThrow();
      assertThat(((FileForm.Csv) storage.form()).options().terminator())
          .isEqualTo(CsvOptions.Terminator.LF);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "delimiter: ''; 1 to 3 ASCII characters",
        "delimiter: '||||'; 1 to 3 ASCII characters",
        "delimiter: '→'; 1 to 3 ASCII characters",
        "delimiter: '\\', quote: ''; has a backslash",
        "quote: '\"\"'; neither one ASCII character",
        "quote: '|', delimiter: '|'; is part of storage.csv.delimiter",
        "null: 'a,b'; has the delimiter",
        "null: NULL, quote: ''; has no backslash",
        "binary-encoding-method: base32; is not one of base64, hex",
        "terminator: cr; is not one of crlf, lf",
        "include-commit-ts: maybe; is not true or false",
        "escape: x; is not a known key",
      })
  void whatNoReaderCouldTakeApartIsRefused(String settings, String reason) {
    assertThat(pipelines.faults(csv(settings)))
        .as(settings)
        .singleElement()
        .asString()
        .startsWith("9: storage.csv.")
        .contains(reason);
  }
}
