package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.ParquetCodec;
import io.spillway.encode.ParquetOptions;
import java.nio.file.Path;
import java.time.ZoneId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParquetSectionTest {
  @TempDir private Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void setUp() {
    pipelines = new Pipelines(folder);
  }

  private StorageConfig storage(String... settings) {
    return pipelines.load(Pipelines.withStorage(settings)).storage().orElseThrow();
  }

  @Test
  void withoutASectionParquetIsAsByDefault() {
    StorageConfig storage = storage("format: parquet");
    assertThat(storage.form()).isEqualTo(new FileForm.Parquet(ParquetOptions.DEFAULT));
    assertThat(storage.rows().extension()).isEqualTo(".parquet");
    assertThat(ParquetOptions.parse(storage.form().text())).contains(ParquetOptions.DEFAULT);
  }

  @Test
  void everyKeyIsRead() {
    StorageConfig storage =
        storage(
            "format: parquet",
            "parquet: {compression: snappy, row-group-size: 16 mb, include-op: false, include-commit-ts: false, output-old-value: true, timestamp-zone: Asia/Shanghai}");
    assertThat(storage.form())
        .isEqualTo(
            new FileForm.Parquet(
                new ParquetOptions(
                    ParquetCodec.SNAPPY,
                    16 << 20,
                    false,
                    false,
                    true,
                    ZoneId.of("Asia/Shanghai"))));
  }

  @Test
  void theZoneIsThatOfTheSourcesUnlessItIsGiven() {
    String debezium =
        """
        pipeline: {name: shop}
        sources: [{type: kafka, brokers: 'b:1', topics: [t], format: debezium-json, time-zone: %s}]
        storage: {path: out, format: parquet%s}
        """;
    assertThat(zone(debezium.formatted("Asia/Shanghai", ""))).isEqualTo("Asia/Shanghai");
    assertThat(zone(debezium.formatted("Asia/Shanghai", ", parquet: {timestamp-zone: Etc/UTC}")))
        .isEqualTo("UTC");
  }

  private String zone(String yaml) {
    FileForm form = pipelines.load(yaml).storage().orElseThrow().form();
    return ((FileForm.Parquet) form).options().zone().getId();
  }

  @Test
  void filesAsAWholeAreNotCompressed() {
    assertThat(pipelines.faults(Pipelines.withStorage("format: parquet", "compression: zstd")))
        .singleElement()
        .asString()
        .contains("storage.compression: \"zstd\" is of whole files", "storage.parquet.compression");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "compression: lz4; is not one of none, snappy, gzip, zstd",
        "row-group-size: 1 kb; 64 kb",
        "timestamp-zone: Moon; Moon",
        "include-op: maybe; is not true or false",
        "codec: zstd; is not a known key",
      })
  void whatIsNoSettingIsRefused(String setting, String reason) {
    assertThat(
            pipelines.faults(
                Pipelines.withStorage("format: parquet", "parquet: {" + setting + "}")))
        .singleElement()
        .asString()
        .startsWith("9: storage.parquet.")
        .contains(reason);
  }
}
