package io.spillway.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SearchModelTest {
  private static final String BULK =
      """
      {"index":{"_index":"shop.t","_id":"1"}}
      {"v":"an _index of \\"shop.u\\""}
      {"index":{"_index":"shop.u","_id":"1"}}
      {"v":1}
      {"delete":{"_index":"shop.t","_id":"2"}}
      {"delete":{"_index":"shop.u","_id":"shop.t"}}
      """;

  private static JsonNode bulk(SearchModel engine) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(engine.url() + "/_bulk"))
            .POST(HttpRequest.BodyPublishers.ofString(BULK))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(answer.body());
  }

  private static List<Integer> statuses(JsonNode answer) {
    return answer.findValues("status").stream().map(JsonNode::asInt).toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "RED", "CLOSED", "FORBIDDEN"})
  void refusesTheDocumentsOfOneTable(SearchTrouble trouble) throws Exception {
    try (SearchModel engine = new SearchModel(trouble, "u", 1)) {
      JsonNode answer = bulk(engine);

      assertThat(answer.get("errors").asBoolean()).isTrue();
      assertThat(statuses(answer)).element(0).isEqualTo(200);
      assertThat(statuses(answer)).element(1).isNotEqualTo(200);
      assertThat(statuses(answer)).element(2).isEqualTo(200);
      assertThat(statuses(answer)).element(3).isNotEqualTo(200);
      assertThat(engine.others()).isEqualTo(2);
      assertThat(engine.all()).isEqualTo(2);
    }
  }

  @Test
  void takesAllWithoutTrouble() throws Exception {
    try (SearchModel engine = new SearchModel(SearchTrouble.NONE, "u", 1)) {
      JsonNode answer = bulk(engine);

      assertThat(answer.get("errors").asBoolean()).isFalse();
      assertThat(statuses(answer)).containsExactly(200, 200, 200, 200);
      assertThat(engine.others()).isEqualTo(2);
      assertThat(engine.all()).isEqualTo(4);

      bulk(engine);
      assertThat(engine.all()).as("sent again").isEqualTo(4);
      assertThat(engine.others()).isEqualTo(2);
    }
  }

  @Test
  void anEngineThatIsNotThereComesAtItsAddress() throws Exception {
    try (SearchModel engine = new SearchModel(SearchTrouble.NEVER_THERE, "u", 1)) {
      assertThatThrownBy(() -> bulk(engine)).isInstanceOf(IOException.class);
      engine.comeBack();
      assertThat(statuses(bulk(engine))).hasSize(4);
    }
  }
}
