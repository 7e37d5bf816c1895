package io.spillway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  record Line(long offset, String text, long next) {}

  /** Gives what there is in pieces of random size. */
  private static InputStream chunked(byte[] content, Random random, int most) {
    return new ByteArrayInputStream(content) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
      }
    };
  }

  private static List<Line> read(InputStream in, long offset, int longest) throws IOException {
    List<Line> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(in, offset, longest)) {
      while (reader.advance()) {
        String text =
            new String(
                reader.buffer(), reader.start(), reader.length(), StandardCharsets.ISO_8859_1);
        lines.add(new Line(reader.lineOffset(), text, reader.nextOffset()));
      }
    }
    return lines;
  }

  private static List<Line> read(String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    return read(new ByteArrayInputStream(bytes), 0, 1 << 20);
  }

  /** What the lines are, worked out one byte at a time. */
  private static List<Line> expected(String content, long offset, int longest) {
    List<Line> lines = new ArrayList<>();
    int start = 0;
    while (start < content.length()) {
      int lf = content.indexOf('\n', start);
      int end = lf < 0 ? content.length() : lf;
      int next = lf < 0 ? end : lf + 1;
      int textEnd = end > start && content.charAt(end - 1) == '\r' ? end - 1 : end;
      String text = content.substring(start, Math.min(textEnd, start + longest));
      lines.add(new Line(offset + start, text, offset + next));
      start = next;
    }
    return lines;
  }

  @Property(tries = 500)
  void anyChunkingGivesTheSameLines(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder content = new StringBuilder();
    int length = random.nextInt(400);
    for (int i = 0; i < length; i++) {
      int dice = random.nextInt(12);
      content.append(dice == 0 ? '\n' : dice == 1 ? '\r' : (char) ('a' + random.nextInt(150)));
    }
    int longest = random.nextBoolean() ? 1 << 20 : 1 + random.nextInt(20);
    byte[] bytes = content.toString().getBytes(StandardCharsets.ISO_8859_1);
    InputStream in = chunked(bytes, random, 1 + random.nextInt(50));
    assertThat(read(in, 1000, longest)).isEqualTo(expected(content.toString(), 1000, longest));
  }

  @Test
  void linesEndWithLfOrCrlfAndTheLastNeedsNeither() throws IOException {
    assertThat(read("a\nbc\r\n\n\r\nd"))
        .containsExactly(
            new Line(0, "a", 2),
            new Line(2, "bc", 6),
            new Line(6, "", 7),
            new Line(7, "", 9),
            new Line(9, "d", 10));
    assertThat(read("")).isEmpty();
    assertThat(read("\n")).containsExactly(new Line(0, "", 1));
  }

  @Test
  void onlyTheLastLineCanBeWithoutItsEnd() throws IOException {
    for (int longest : new int[] {2, 100}) {
      List<Boolean> terminated = new ArrayList<>();
      byte[] bytes = "a\nbcd\r\nefg".getBytes(StandardCharsets.ISO_8859_1);
      try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 0, longest, 1)) {
        while (reader.advance()) {
          terminated.add(reader.isTerminated());
        }
        assertThat(reader.nextOffset()).isEqualTo(bytes.length);
      }
      assertThat(terminated).containsExactly(true, true, false);
    }
  }

  @Test
  void aCarriageReturnInsideALineIsKept() throws IOException {
    assertThat(read("a\rb\r\r\n")).containsExactly(new Line(0, "a\rb\r", 6));
  }

  @Test
  void aLineMayBeLongerThanTheFirstBuffer() throws IOException {
    String text = "x".repeat(700_000);
    assertThat(read("a\n" + text + "\nb\n"))
        .containsExactly(
            new Line(0, "a", 2), new Line(2, text, 700_003), new Line(700_003, "b", 700_005));
  }

  @Test
  void ofALineThatIsTooLongTheBeginningIsKept() throws IOException {
    String content = "a\n" + "y".repeat(900_000) + "\nb\n" + "z".repeat(600_000);
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    List<Line> lines = read(new ByteArrayInputStream(bytes), 0, 300_000);
    assertThat(lines).isEqualTo(expected(content, 0, 300_000));
  }
}
