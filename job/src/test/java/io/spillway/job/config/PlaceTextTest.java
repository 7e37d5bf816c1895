package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTextTest {
  private static URI place(String text) {
    return Uris.read(text, Path.of("/data")).uri().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a b", "a#1", "50% of", "a%20b", "a+b", "a;b=c", "f\u00fcr", "s3://b/a%20b%23"})
  void flinkTakesTheTextAndThePlaceForTheSame(String text) {
    URI place = place(text);

    assertThat(new org.apache.flink.core.fs.Path(PlaceText.of(place)).toUri().getPath())
        .isEqualTo(new org.apache.flink.core.fs.Path(place).toUri().getPath())
        .isEqualTo(place.getPath());
  }

  @ParameterizedTest
  @CsvSource({
    "out, file:///data/out",
    "file:///out/, file:///out",
    "file:///, file:///",
    "s3://bucket, s3://bucket",
    "s3://bucket/out, s3://bucket/out",
    "hdfs:///out, hdfs:/out"
  })
  void whatNeedsNoQuotesIsAsItWas(String text, String expected) {
    assertThat(PlaceText.of(place(text))).isEqualTo(expected).isEqualTo(place(text).toString());
  }

  @Test
  void quotedCharactersOfAUriAreThose() {
    assertThat(PlaceText.of(place("file:///a%20b/50%25"))).isEqualTo("file:///a b/50%");
  }
}
