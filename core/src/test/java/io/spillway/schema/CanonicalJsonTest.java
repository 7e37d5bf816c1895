package io.spillway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.TableId;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
  private static String written(String text) {
    return new CanonicalJson().string(text).toString();
  }

  /** {@code text} is a Java literal's inside, read by a JSON reader, so no escape is lost. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "<a & b> | \\u003ca \\u0026 b\\u003e",
        "\\u2028\\u2029 | \\u2028\\u2029",
        "\\u0000\\u0001\\u001f | \\u0000\\u0001\\u001f",
        "\\b\\f\\n\\r\\t | \\b\\f\\n\\r\\t",
        "\\\"\\\\/' | \\\"\\\\/'",
      })
  void escapesAreGos(String text, String expected) throws IOException {
    String value = new ObjectMapper().readValue('"' + text + '"', String.class);
    assertThat(written(value)).isEqualTo('"' + expected + '"');
  }

  @ParameterizedTest
  @CsvSource({"é", "表", "\ud83d\ude00", "\u007f", "\u00a0", "\ufffd", "\ufeff"})
  void otherCharactersAreRaw(String text) {
    assertThat(written(text)).isEqualTo('"' + text + '"');
  }

  @ParameterizedTest
  @CsvSource({"'a\ud800'", "'a\udc00'", "'a\ud800b'", "'a\udc00\ud800'"})
  void loneSurrogatesBecomeTheReplacementCharacter(String text) {
    String replaced = text.replace('\ud800', '\ufffd').replace('\udc00', '\ufffd');
    assertThat(written(text)).isEqualTo('"' + replaced + '"');
    assertThat(written(text).getBytes(UTF_8)).doesNotContain('?');
  }

  @Property
  void filesReadBackAsWritten(@ForAll("files") SchemaFile file) throws InvalidSchemaFileException {
    SchemaFile read = SchemaFile.parse(file.bytes());
    assertThat(read).isEqualTo(file);
    assertThat(read.bytes()).isEqualTo(file.bytes());
    assertThat(SchemaFile.parseName(file.name()))
        .contains(new SchemaFile.Name(file.version(), file.checksum()));
  }

  @Property
  void anyReaderSeesTheSameText(@ForAll("texts") String text) throws IOException {
    assertThat(new ObjectMapper().readValue(written(text), String.class)).isEqualTo(text);
  }

  @Provide
  static Arbitrary<String> texts() {
    Arbitrary<Integer> awkward =
        Arbitraries.of((int) '<', (int) '&', (int) '"', (int) '\\', 0, 0x1f, 0x2028, 0x1f600);
    Arbitrary<Integer> any =
        Arbitraries.integers().between(0, 0x10ffff).filter(c -> c < 0xd800 || c > 0xdfff);
    return Arbitraries.oneOf(awkward, any)
        .list()
        .ofMaxSize(12)
        .map(
            points -> {
              StringBuilder text = new StringBuilder();
              points.forEach(text::appendCodePoint);
              return text.toString();
            });
  }

  @Provide
  static Arbitrary<SchemaFile> files() {
    Arbitrary<String> defaults =
        Arbitraries.oneOf(
            texts().map(CanonicalJsonTest::written),
            Arbitraries.of("10", "-1.50", "1e400", "true", "[]"),
            Arbitraries.just(null));
    Arbitrary<Column> columns =
        Combinators.combine(
                texts(),
                texts(),
                defaults,
                Arbitraries.of("", "20"),
                Arbitraries.of("", "6"),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false),
                texts().list().ofMaxSize(3))
            .as(Column::new);
    Arbitrary<String> names = texts().map(text -> "n" + text);
    return Combinators.combine(
            names,
            names,
            columns.list().ofMaxSize(4),
            Arbitraries.longs().greaterOrEqual(0),
            texts(),
            Arbitraries.integers().between(0, 100))
        .as(
            (schema, table, list, version, query, type) ->
                new SchemaFile(
                    new TableStructure(new TableId(schema, table), List.copyOf(list)),
                    version,
                    query,
                    type));
  }
}
