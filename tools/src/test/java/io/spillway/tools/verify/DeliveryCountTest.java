package io.spillway.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryCountTest {
  private static final String DDL_AT_4 =
      "{\"database\":\"shop\",\"table\":\"t\",\"isDdl\":true,\"type\":\"ALTER\","
          + "\"_tidb\":{\"commitTs\":4}}\n";
  private static final String RESOLVED =
      "{\"isDdl\":false,\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":9}}\n";

  @TempDir Path folder;
  private StreamRows sent;

  @BeforeEach
  void send() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    Files.writeString(in.resolve("t-0.ndjson"), row(1) + row(2) + DDL_AT_4 + row(2) + RESOLVED);
    Files.writeString(in.resolve("t-1.ndjson"), row(6) + RESOLVED);
    sent = StreamRows.read(in);
  }

  @Test
  void theStreamIsCountedWithoutItsRepetitions() {
    assertThat(sent.distinct()).isEqualTo(3);
    assertThat(sent.repeated()).isEqualTo(1);
    assertThat(sent.ddls()).isEqualTo(1);
  }

  @Test
  void filesOfTheLayoutAreReadByVersionAndNumber() throws IOException {
    write("out/shop/t/meta/schema_4_0000000001.json", "{}");
    write("out/shop/t/4/2026-01-15/CDC00000000000000000001.json", row(6));
    write("out/shop/t/4/2026-01-15/meta/CDC.index", "CDC00000000000000000001.json\n");
    write("out/shop/t/1/2026-01-15/CDC00000000000000000002.json", row(2));
    write("out/shop/t/1/2026-01-15/CDC00000000000000000001.json", row(1));
    write("out/metadata", "{\"checkpoint-ts\":6}");

    DeliveryCount.Sums sums = DeliveryCount.of(sent, folder.resolve("out"));

    assertThat(sums).isEqualTo(new DeliveryCount.Sums(0, 0, 0, 0));
    assertThat(sums.isExact()).isTrue();
  }

  @Test
  void aVersionWithARowOfTheNextOneIsTorn() throws IOException {
    write("out/shop/t/meta/schema_4_0000000001.json", "{}");
    write("out/shop/t/1/2026-01-15/CDC00000000000000000001.json", row(1) + row(2) + row(6));

    assertThat(DeliveryCount.of(sent, folder.resolve("out")))
        .isEqualTo(new DeliveryCount.Sums(0, 0, 0, 1));
  }

  @Test
  void plainFilesAreReadByAgeAndEveryFaultIsCounted() throws IOException {
    age(write("out/shop/t/part-b-0", row(1) + row(6)), 1000);
    age(write("out/shop/t/part-a-1", DDL_AT_4 + row(1)), 2000);

    DeliveryCount.Sums sums = DeliveryCount.of(sent, folder.resolve("out"));

    assertThat(sums).isEqualTo(new DeliveryCount.Sums(1, 1, 1, 1));
    assertThat(sums.isExact()).isFalse();
  }

  @Test
  void aDdlThatIsNowhereIsTorn() throws IOException {
    write("out/shop/t/part-0", row(1) + row(2) + row(6));

    assertThat(DeliveryCount.of(sent, folder.resolve("out")).torn()).isEqualTo(1);
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static void age(Path file, long millis) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(millis));
  }

  private static String row(long commitTs) {
    return "{\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,"
        + "\"type\":\"INSERT\",\"es\":0,\"data\":[{\"id\":\"1\"}],"
        + "\"_tidb\":{\"commitTs\":"
        + commitTs
        + "}}\n";
  }
}
