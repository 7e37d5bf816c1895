package io.spillway.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowIdentitiesTest {
  private static final String ROW =
      """
      {"id":0,"database":"d","table":"t","pkNames":["a","b"],"isDdl":false,"type":"UPDATE",\
      "es":1768472430400,"ts":1768472430951,"sql":"","sqlType":{"a":-5,"b":12,"c":3},\
      "mysqlType":{"a":"bigint","b":"varchar","c":"json"},"old":[{"c":null}],\
      "data":[{"a":"1","b":"x","c":"z/é"}],"_tidb":{"commitTs":42}}""";

  private final RowIdentities identities = new RowIdentities();

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '!',
      value = {
        "\"ts\":1768472430951~\"ts\":1768472430999",
        "\"id\":0~\"id\":12",
        "\"es\":1768472430400~\"es\":1",
        "\"a\":\"1\",\"b\":\"x\"~\"b\":\"x\",\"a\":\"1\"",
        "z/é~z\\/\\u00e9",
        "\"a\":\"bigint\",\"b\":\"varchar\"~\"b\":\"varchar\",\"a\":\"bigint\"",
        "[\"a\",\"b\"]~[\"b\",\"a\"]",
        "\"c\":3~\"c\":12",
      })
  void whatIsMadeAnewIsNoPartOfIt(String now, String then) {
    assertThat(ROW).contains(now);
    assertThat(read(ROW.replace(now, then))).isEqualTo(read(ROW));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '!',
      value = {
        "\"a\":\"1\"~\"a\":\"2\"",
        "\"a\":\"1\"~\"a\":1",
        "\"a\":\"1\",\"b\":\"x\"~\"a\":\"1x\",\"b\":\"\"",
        "\"commitTs\":42~\"commitTs\":43",
        "UPDATE~INSERT",
      })
  void anotherKeyTimeOrTypeIsAnotherChange(String now, String then) {
    assertThat(ROW).contains(now);
    assertThat(read(ROW.replace(now, then)).change()).isNotEqualTo(read(ROW).change());
    assertThat(read(ROW.replace(now, then)).content()).isNotEqualTo(read(ROW).content());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '!',
      value = {
        "z/é~z/e",
        "\"c\":\"z/é\"~\"c\":null",
        "\"c\":\"z/é\"~\"c\":{\"k\":[1,2]}",
        "[{\"c\":null}]~[{\"c\":\"\"}]",
        "[{\"c\":null}]~null",
      })
  void anotherValueIsTheSameChangeOfAnotherContent(String now, String then) {
    RowIdentity other = read(ROW.replace(now, then));

    assertThat(other.change()).isEqualTo(read(ROW).change());
    assertThat(other.content()).isNotEqualTo(read(ROW).content());
  }

  @Test
  void aRowWithoutAKeyIsItsContent() {
    RowIdentity bare = read(ROW.replace("[\"a\",\"b\"]", "null"));

    assertThat(bare.keyed()).isFalse();
    assertThat(bare.change()).isEqualTo(bare.content()).isEqualTo(read(ROW).content());
  }

  @Test
  void aKeyOfWhichAColumnIsMissingIsNone() {
    assertThat(read(ROW.replace("\"b\":\"x\",", "")).keyed()).isFalse();
  }

  @Test
  void theLineEndIsNoPartOfIt() {
    assertThat(read(ROW + "\r\n")).isEqualTo(read(ROW));
    assertThat(read("broken\r\n")).isEqualTo(read("broken"));
  }

  @Test
  void whatIsNoRowIsItsBytes() {
    assertThat(read("broken").keyed()).isFalse();
    assertThat(read("broken")).isNotEqualTo(read("broken "));
    assertThat(read("{\"type\":\"INSERT\",\"data\":[{}]}"))
        .isNotEqualTo(read("{\"type\":\"INSERT\",\"data\":[{ }]}"));
  }

  @Test
  void rowsOfOneMessageAreTakenInTheirOrder() {
    String two = ROW.replace("\"data\":[", "\"data\":[{\"a\":\"0\",\"b\":\"y\",\"c\":null},");

    assertThat(read(two).keyed()).isTrue();
    assertThat(read(two).change()).isNotEqualTo(read(ROW).change());
  }

  @Test
  void withoutTheExtensionItsTimeIsThatOfTheStatement() {
    String plain = ROW.replace(",\"_tidb\":{\"commitTs\":42}", "");

    assertThat(read(plain).keyed()).isTrue();
    assertThat(read(plain).change())
        .isNotEqualTo(read(plain.replace("\"es\":1768472430400", "\"es\":1768472430401")).change());
  }

  private RowIdentity read(String row) {
    byte[] bytes = ("ab" + row).getBytes(StandardCharsets.UTF_8);
    return identities.read(bytes, 2, bytes.length - 2);
  }
}
