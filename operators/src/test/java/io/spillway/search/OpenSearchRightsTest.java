package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With answers as OpenSearch 2.19.4 and its security plugin gave them. */
class OpenSearchRightsTest {
  private static Reply answer(int status, String body) {
    return new Answered(status, body.getBytes(UTF_8));
  }

  private static Reply refused(String permission) {
    String reason = "no permissions for [" + permission + "] and User [name=ann, backend_roles=[]]";
    return answer(
        403,
        "{\"error\":{\"root_cause\":[{\"type\":\"security_exception\",\"reason\":\"%s\"}],"
                .formatted(reason)
            + "\"type\":\"security_exception\",\"reason\":\"%s\"},\"status\":403}"
                .formatted(reason));
  }

  @Test
  void aPermissionThatIsMissingIsNamedOnce() {
    assertThat(
            OpenSearchRights.missing(
                List.of(
                    refused("indices:admin/create"),
                    answer(404, "{\"error\":{\"reason\":\"no such index [shop.x]\"}}"),
                    refused("indices:data/write/bulk, indices:admin/create"),
                    refused("indices:data/write/bulk"))))
        .containsExactly("indices:admin/create", "indices:data/write/bulk");
  }

  @Test
  void aPermissionThatOnlyAnItemLacksIsNamedToo() {
    Reply items =
        answer(
            200,
            "{\"errors\":true,\"items\":[{\"delete\":{\"status\":403,\"error\":{\"type\":\"security_exception\","
                + "\"reason\":\"no permissions for [indices:data/write/bulk[s]] and User [name=ann]\"}}}]}");

    assertThat(OpenSearchRights.missing(List.of(items)))
        .containsExactly("indices:data/write/bulk[s]")
        .allMatch(OpenSearchRights::isNeeded);
  }

  @Test
  void whatFailsForAnotherReasonIsAllowed() {
    assertThat(
            OpenSearchRights.missing(
                List.of(
                    answer(400, "{\"error\":{\"reason\":\"Failed to parse value [0]\"}}"),
                    answer(502, "<html>no permissions for [x]</html>"))))
        .isEmpty();
  }

  @Test
  void everyWriteHasAConditionThatCanNotHold() {
    for (Call question : OpenSearchRights.questions("shop.*")) {
      String text =
          question.path()
              + question.query()
              + (question.body() == null ? "" : new String(question.body(), UTF_8));
      boolean isOfDocument = text.contains("_doc") || text.contains("_bulk");
      if (isOfDocument) {
        assertThat(text).contains("if_seq_no");
      }
      assertThat(text).doesNotContain("*");
    }
  }

  @Test
  void theLastQuestionIsToAnIndexThatIsThere() {
    assertThat(OpenSearchRights.ofExisting(answer(200, "{}"))).isEmpty();
    assertThat(OpenSearchRights.ofExisting(answer(404, "{\"error\":1}"))).isEmpty();
    assertThat(OpenSearchRights.ofExisting(answer(200, "{\"shop.a\":{\"settings\":{}}}")))
        .hasValueSatisfying(
            call -> assertThat(new String(call.body(), UTF_8)).contains("\"shop.a\""));
  }
}
