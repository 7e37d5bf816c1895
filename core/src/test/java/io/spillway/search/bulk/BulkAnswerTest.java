package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Done;
import io.spillway.search.bulk.Outcome.Kind;
import io.spillway.search.bulk.Outcome.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkAnswerTest {

  private static List<Outcome> read(String json) throws IOException {
    return BulkAnswer.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsEachItemInOrder() throws IOException {
    assertThat(
            read(
                """
                {"errors":true,"took":3,"items":[
                  {"index":{"_index":"a","_id":"1","_version":7,"_shards":{"total":1},"status":201}},
                  {"index":{"_index":"a","_id":"2","status":429,
                    "error":{"type":"es_rejected_execution_exception","reason":"full"}}},
                  {"delete":{"_index":"a","_id":"3","status":404,"result":"not_found"}},
                  {"index":{"_index":"a","_id":"4","status":400,"error":{
                    "type":"document_parsing_exception","reason":"field [n]",
                    "caused_by":{"type":"x","reason":"For input string"}}}}]}"""))
        .containsExactly(
            Done.STORED,
            new Congestion(Kind.REJECTED, 429, "es_rejected_execution_exception", "full"),
            Done.ALREADY_GONE,
            new Permanent(400, "document_parsing_exception", "field [n]: For input string"));
  }

  @Test
  void seesFailuresInAPrettyPrintedAnswerWithItsFieldsInAnotherOrder() throws IOException {
    assertThat(
            read(
                "{\n  \"items\" : [ { \"index\" : { \"error\" : { \"type\" : \"t\", \"reason\" :"
                    + " \"r\" }, \"status\" : 400 } } ],\n  \"errors\" : true\n}"))
        .containsExactly(new Permanent(400, "t", "r"));
  }

  @Test
  void readsTheErrorOfAnOldEngineThatIsPlainText() throws IOException {
    assertThat(read("{\"items\":[{\"index\":{\"status\":400,\"error\":\"boom\"}}]}"))
        .containsExactly(new Permanent(400, "unnamed", "boom"));
  }

  @Test
  void shortensLongReasons() throws IOException {
    String json =
        "{\"items\":[{\"index\":{\"status\":400,\"error\":{\"type\":\"t\",\"reason\":\""
            + "x".repeat(5000)
            + "\"}}}]}";
    assertThat(((Permanent) read(json).get(0)).reason()).hasSize(EngineError.MAX_REASON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>502</html>",
        "[]",
        "{\"items\":{}}",
        "{\"items\":[{\"index\":{\"status\":201}}",
        "{\"items\":[1]}"
      })
  void refusesWhatIsNotABulkAnswer(String json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("(?s).+");
  }

  @Test
  void namesTheErrorOfAWholeRequest() {
    EngineError error =
        EngineError.ofRequest(
            ("{\"error\":{\"root_cause\":[{\"type\":\"a\"}],\"type\":\"es_rejected\","
                    + "\"reason\":\"busy\"},\"status\":429}")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(error).isEqualTo(new EngineError("es_rejected", "busy"));
    assertThat(EngineError.ofRequest("<html>".getBytes(StandardCharsets.UTF_8)).type())
        .isEqualTo("unnamed");
    assertThat(EngineError.ofRequest(new byte[0]).type()).isEqualTo("unnamed");
  }
}
