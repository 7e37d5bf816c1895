package io.spillway.cursor.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static List<String> lines(LineReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    while (reader.next()) {
      lines.add(new String(reader.buffer(), reader.offset(), reader.length(), UTF_8));
    }
    return lines;
  }

  private static LineReader reader(String content, int buffer) {
    return new LineReader(new ByteArrayInputStream(content.getBytes(UTF_8)), buffer);
  }

  @Test
  void bothLineEndsAreTakenOff() throws IOException {
    LineReader reader = reader("a\r\nbc\n\r\n\nd\re\r\r\n", 4);
    assertThat(lines(reader)).containsExactly("a", "bc", "", "", "d\re\r");
    assertThat(reader.rest()).isZero();
    assertThat(reader.bytes()).isEqualTo(15);
  }

  @Test
  void whatFollowsTheLastLineEndIsTheRest() throws IOException {
    LineReader reader = reader("a\nbcd", 1);
    assertThat(lines(reader)).containsExactly("a");
    assertThat(reader.rest()).isEqualTo(3);
  }

  @Property
  void linesDoNotDependOnTheBuffer(
      @ForAll @CharRange(from = 'a', to = 'c') @Chars({'\r', '\n'}) String content,
      @ForAll @IntRange(min = 1, max = 9) int buffer)
      throws IOException {
    List<String> expected = new ArrayList<>();
    int from = 0;
    for (int to = content.indexOf('\n'); to >= 0; to = content.indexOf('\n', from)) {
      String line = content.substring(from, to);
      expected.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
      from = to + 1;
    }
    LineReader reader = reader(content, buffer);
    assertThat(lines(reader)).isEqualTo(expected);
    assertThat(reader.rest()).isEqualTo(content.length() - from);
    assertThat(reader.bytes()).isEqualTo(content.length());
  }
}
