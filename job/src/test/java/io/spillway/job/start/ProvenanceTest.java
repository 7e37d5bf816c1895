package io.spillway.job.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.start.Provenance.Numbered;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProvenanceTest {
  /** As the first version that kept it has written it. */
  private static final String KEPT =
      "{\"keys\":{\"dispatcher-by\":\"table\",\"storage.path\":\"file:/out\"},\"sources\":[{\"number\":3,"
          + "\"source\":{\"type\":\"kafka\",\"folder\":\"\",\"brokers\":[\"k1:9092\"],\"topics\":[\"ta\"],"
          + "\"pattern\":\"\",\"keys\":{\"end\":\"none\",\"format\":\"canal-json\",\"operation\":\"HARVEST\"}}}],"
          + "\"left\":[{\"type\":\"files\",\"folder\":\"file:/in\",\"brokers\":[],\"topics\":[],\"pattern\":\"\","
          + "\"keys\":{}}],\"parts\":[\"control\"]}";

  private static final Provenance KNOWN =
      new Provenance(
          new TreeMap<>(Map.of("dispatcher-by", "table", "storage.path", "file:/out")),
          List.of(
              new Numbered(
                  3,
                  new SourceIdentity(
                      "kafka",
                      "",
                      List.of("k1:9092"),
                      List.of("ta"),
                      "",
                      new TreeMap<>(
                          Map.of("operation", "HARVEST", "format", "canal-json", "end", "none"))))),
          List.of(
              new SourceIdentity("files", "file:/in", List.of(), List.of(), "", new TreeMap<>())),
          List.of("control"));

  @Test
  void textStandsInStateAndStaysAsItIs() {
    assertThat(KNOWN.text()).isEqualTo(KEPT);
  }

  @Test
  void textIsReadBackAlsoWithFieldsOfLaterVersionsOrWithoutSome() throws IOException {
    assertThat(Provenance.parse(KEPT)).isEqualTo(KNOWN);
    assertThat(Provenance.parse(KEPT.replace("{\"keys\"", "{\"later\":1,\"keys\"")))
        .isEqualTo(KNOWN);
    assertThat(Provenance.parse("{}").sources()).isEmpty();
  }
}
