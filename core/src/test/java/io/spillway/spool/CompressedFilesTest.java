package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.spillway.encode.CanalJsonRows;
import io.spillway.encode.Compression;
import io.spillway.plan.FlushReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a file's size means where files are compressed. */
class CompressedFilesTest {
  private static final int FILE_BYTES = 32 << 10;

  private final RecordedPorts ports = new RecordedPorts();
  private final Random random = new Random(5);
  private final StringBuilder sent = new StringBuilder();

  private Spool spool(Compression compression) {
    return ports.spool(Rows.settings(FILE_BYTES), new CanalJsonRows(compression));
  }

  /** Text of which {@code letters} random letters are all that can't be compressed. */
  private void send(Spool spool, int table, int commitTs, int letters) throws Exception {
    StringBuilder text = new StringBuilder("{\"data\":[{\"id\":\"" + commitTs + "\",\"text\":\"");
    for (int i = 0; i < letters; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    text.append("always the same text ".repeat(10)).append("\"}]}");
    if (table == 0) {
      sent.append(text).append("\r\n");
    }
    spool.row(Rows.row(Rows.table(table), commitTs, text.toString()), 0);
  }

  private String content(int file, Compression compression) throws IOException {
    byte[] content =
        compression.from(new ByteArrayInputStream(ports.contents.get(file))).readAllBytes();
    return new String(content, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void filesHaveTheirSizeAndTheirRowsInOrder(Compression compression) throws Exception {
    Spool spool = spool(compression);
    for (int i = 1; i <= 20_000; i++) {
      send(spool, 0, i, 20);
      if (i % 100 == 0) {
        spool.watermark(i, 0);
      }
    }
    spool.watermark(Long.MAX_VALUE, 0);

    StringBuilder read = new StringBuilder();
    for (int file = 0; file < ports.files.size(); file++) {
      String rows = content(file, compression);
      assertThat(ports.files.get(file).bytes()).isEqualTo(ports.contents.get(file).length);
      read.append(rows);
    }
    assertThat(read.toString()).isEqualTo(sent.toString());
    double median =
        ports.contents.stream()
            .mapToInt(bytes -> bytes.length)
            .sorted()
            .skip(ports.contents.size() / 2)
            .findFirst()
            .orElseThrow();
    assertThat(median / FILE_BYTES).isCloseTo(1, within(0.1));
    assertThat(ports.files.get(1).reason()).isEqualTo(FlushReason.SIZE);
  }

  @Test
  void theSizeFollowsRowsThatCompressOtherwise() throws Exception {
    Spool spool = spool(Compression.ZSTD);
    for (int i = 1; i <= 40_000; i++) {
      send(spool, 0, i, i <= 20_000 ? 10 : 150);
      spool.watermark(i, 0);
    }

    int last = ports.contents.size() - 1;
    assertThat((double) ports.contents.get(last).length / FILE_BYTES).isCloseTo(1, within(0.1));
  }

  @Test
  void aTableBeginsWithWhatTheOthersHaveShown() throws Exception {
    Spool spool = spool(Compression.GZIP);
    for (int i = 1; i <= 10_000; i++) {
      send(spool, 0, i, 20);
      spool.watermark(i, 0);
    }
    int before = ports.contents.size();
    for (int i = 10_001; ports.contents.size() == before; i++) {
      send(spool, 1, i, 20);
      spool.watermark(i, 0);
    }

    assertThat((double) ports.contents.get(before).length / FILE_BYTES).isCloseTo(1, within(0.1));
  }

  @Test
  void aFileOfASingleShortRowIsWhole() throws Exception {
    Spool spool = spool(Compression.GZIP);
    send(spool, 0, 1, 5);
    spool.watermark(1, 10_000);
    spool.tick(20_000);

    assertThat(content(0, Compression.GZIP)).isEqualTo(sent.toString());
  }
}
