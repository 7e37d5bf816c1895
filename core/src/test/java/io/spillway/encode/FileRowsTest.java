package io.spillway.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileRowsTest {
  private static List<String> rows(InputStream in) throws IOException {
    FileRows file = new FileRows(in);
    List<String> rows = new ArrayList<>();
    while (file.next()) {
      int length = file.end() - file.start();
      rows.add(new String(file.bytes(), file.start(), length, StandardCharsets.UTF_8));
    }
    return rows;
  }

  private static InputStream of(String content) {
    return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void everyLineIsARowWithItsEnd() throws Exception {
    assertThat(rows(of("a\r\nbc\r\n"))).containsExactly("a\r\n", "bc\r\n");
  }

  @Test
  void emptyLinesAreNoRows() throws Exception {
    assertThat(rows(of("\r\n\na\n\r\n"))).containsExactly("a\n");
    assertThat(rows(of(""))).isEmpty();
  }

  @Test
  void theLastLineMayLackItsEnd() throws Exception {
    assertThat(rows(of("a\nb"))).containsExactly("a\n", "b");
  }

  @Test
  void linesOfAnyLengthComeWholeHoweverTheyAreRead() throws Exception {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      List<String> lines = new ArrayList<>();
      for (int i = random.nextInt(60); i >= 0; i--) {
        lines.add("x".repeat(1 + random.nextInt(random.nextInt(8) == 0 ? 300_000 : 90)) + "\n");
      }
      InputStream all = of(String.join("", lines));
      InputStream bits =
          new InputStream() {
            @Override
            public int read() throws IOException {
              return all.read();
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
              return all.read(into, offset, Math.min(length, 1 + random.nextInt(9_000)));
            }
          };
      assertThat(rows(bits)).as("seed %d", seed).isEqualTo(lines);
    }
  }
}
