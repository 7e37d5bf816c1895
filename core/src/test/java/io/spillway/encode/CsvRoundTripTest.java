package io.spillway.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.encode.CsvOptions.Binary;
import io.spillway.encode.CsvOptions.Terminator;
import io.spillway.event.TableId;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of every kind through CSV, read by a library and by this project's own reader. */
class CsvRoundTripTest {
  private static final int ROWS = 500;
  private static final List<String> PIECES =
      List.of(
          ",", "|", "[*]", "[", "\"", "'", "\\", "\\N", "\n", "\r", "\r\n", "a", "é", "键", "😀",
          " ", "\t", "\\n", "NULL", "");
  private static final TableStructure TABLE =
      new TableStructure(new TableId("s,h\"o", "t|1"), List.of(text("a"), text("b"), text("c")));

  private final ObjectMapper json = new ObjectMapper();

  private static Column text(String name) {
    return new Column(name, "VARCHAR", null, "", "", true, false, List.of());
  }

  private static List<List<String>> rows(long seed) {
    Random random = new Random(seed);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<String> row = new ArrayList<>();
      for (int column = 0; column < 3; column++) {
        StringBuilder value = new StringBuilder();
        for (int piece = random.nextInt(5); piece > 0; piece--) {
          value.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        row.add(random.nextInt(8) == 0 ? null : value.toString());
      }
      rows.add(row);
    }
    return rows;
  }

  private byte[] encode(CsvOptions options, List<List<String>> rows) throws Exception {
    CsvEncoder encoder = new CsvEncoder(options, TABLE);
    CsvText out = new CsvText(options, 64);
    if (options.header()) {
      encoder.header(out);
    }
    for (List<String> row : rows) {
      ObjectNode message = json.createObjectNode().put("type", "INSERT").put("es", 1);
      message
          .putArray("data")
          .addObject()
          .put("c", row.get(2))
          .put("a", row.get(0))
          .put("b", row.get(1));
      byte[] bytes = json.writeValueAsBytes(message);
      assertThat(encoder.encode(bytes, 0, bytes.length, out)).isTrue();
    }
    return Arrays.copyOf(out.bytes(), out.size());
  }

  private static CsvOptions options(String delimiter, String quote, Terminator terminator) {
    return new CsvOptions(delimiter, quote, "\\N", true, Binary.BASE64, false, true, terminator);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"`,`, \", CRLF", "|, ', LF", "[*], \", LF", "||, \", CRLF"})
  void aLibraryReadsWhatWasWritten(String delimiter, String quote, Terminator terminator)
      throws Exception {
    long seed = System.nanoTime();
    List<List<String>> rows = rows(seed);
    String written =
        new String(encode(options(delimiter, quote, terminator), rows), StandardCharsets.UTF_8);
    CSVFormat format =
        CSVFormat.Builder.create()
            .setDelimiter(delimiter)
            .setQuote(quote.charAt(0))
            .setQuoteMode(QuoteMode.ALL_NON_NULL)
            .setNullString("\\N")
            .setRecordSeparator(terminator.text())
            .build();
    List<List<String>> read = new ArrayList<>();
    try (CSVParser parser = format.parse(new StringReader(written))) {
      for (CSVRecord record : parser) {
        assertThat(record.size()).as("seed %d, %s", seed, record).isEqualTo(7);
        if (parser.getRecordNumber() > 1) {
          assertThat(record.get(1)).isEqualTo("t|1");
          assertThat(record.get(2)).isEqualTo("s,h\"o");
          read.add(Arrays.asList(record.get(4), record.get(5), record.get(6)));
        }
      }
    }
    assertThat(read).as("seed %d", seed).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"`,`, \", CRLF", "|, ``, LF", "[*], ``, CRLF", "[*], ', LF"})
  void thisProjectReadsWhatItHasWritten(String delimiter, String quote, Terminator terminator)
      throws Exception {
    long seed = System.nanoTime();
    List<List<String>> rows = rows(seed);
    CsvOptions options = options(delimiter, quote, terminator);
    FileRows lines =
        new FileRows(new ByteArrayInputStream(encode(options, rows)), options.quoteByte());
    CsvRecord record = new CsvRecord(options);
    List<List<String>> read = new ArrayList<>();
    assertThat(lines.next()).isTrue();
    while (lines.next()) {
      String wrong = record.read(lines.bytes(), lines.start(), lines.end());
      assertThat(wrong).as("seed %d", seed).isNull();
      assertThat(record.size()).isEqualTo(7);
      List<String> values = new ArrayList<>();
      for (int i = 4; i < 7; i++) {
        values.add(record.field(i).orElse(null));
      }
      read.add(values);
    }
    assertThat(read).as("seed %d", seed).isEqualTo(rows);
  }

  @Test
  void aRecordThatIsCutOffIsRefused() {
    CsvRecord record = new CsvRecord(CsvOptions.DEFAULT);
    byte[] cut = "\"I\",\"t\",\"s\",1,\"a\"\"b".getBytes(StandardCharsets.UTF_8);
    assertThat(record.read(cut, 0, cut.length)).contains("quote has no end");
    byte[] more = "\"I\"x,\"t\"".getBytes(StandardCharsets.UTF_8);
    assertThat(record.read(more, 0, more.length)).contains("something follows");
  }
}
